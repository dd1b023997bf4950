/*
 * grammar.y - SQLite's SELECT language, for the Lemon parser generator.
 *
 * It accepts what the parser of SQLite 3.40 accepts of SELECT, VALUES and
 * WITH, with SQLite's precedence, and gives nodes the names that rules.h lists.
 * Symbols stand for runs of sibling nodes (t2s_sql_part), so that a list needs
 * no node of its own.
 */
%name           t2s_sql_lemon
%token_prefix   TK_
%token_type     {t2s_sql_token}
%default_type   {t2s_sql_part}
%extra_context  {t2s_sql_build *build}
%stack_size     0

%include {
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sql/build.h"

/* Lemon's stack grows by the library's allocator. */
#define malloc(size)          t2s_alloc(size)
#define realloc(memory, size) t2s_realloc_array((memory), (size), 1)
#define free(memory)          t2s_free(memory)

#define YYNOERRORRECOVERY 1
#ifndef NDEBUG
#define NDEBUG 1
#endif

#define PARTS(...)                                                             \
    (const t2s_sql_part[]){__VA_ARGS__},                                       \
        sizeof((const t2s_sql_part[]){__VA_ARGS__}) / sizeof(t2s_sql_part)
#define LEAF(token)     t2s_sql_leaf(build, token)
#define LEAF2(a, b)     t2s_sql_leaf_of_two(build, a, b)
#define JOIN(...)       t2s_sql_join(build, PARTS(__VA_ARGS__))
#define NODE(rule, ...) t2s_sql_node(build, T2S_RULE_##rule, PARTS(__VA_ARGS__))
#define EXPR(...)       NODE(expr, __VA_ARGS__)
#define NAME(rule, token) t2s_sql_name(build, T2S_RULE_##rule, token)
#define NONE            t2s_sql_none()
}

%syntax_error {
    (void)yymajor;
    (void)yyminor;
    if (!build->status)
        build->status = T2SED_ESYNTAX;
}
%stack_overflow { build->status = T2SED_ENOMEM; }

/* Keywords in the order of token.c, which counts on their numbers. */
%token
    ABORT ALL AND AS ASC BETWEEN BY CASE CAST COLLATE CURRENT DESC DISTINCT
    ELSE END ESCAPE EXCEPT EXCLUDE EXISTS FAIL FILTER FIRST FOLLOWING FROM
    GROUP GROUPS HAVING IGNORE IN INDEXED INTERSECT IS ISNULL JOIN LAST
    LIMIT MATCH MATERIALIZED NO NOT NOTNULL NULL NULLS OFFSET ON OR ORDER
    OTHERS OVER PARTITION PRECEDING RAISE RANGE RECURSIVE ROLLBACK ROW ROWS
    SELECT THEN TIES UNBOUNDED UNION USING VALUES WHEN WHERE WINDOW WITH.

/* Keywords that are names wherever the grammar has no other use for them. */
%fallback ID
    ABORT ASC BY CAST CTIME_KW CURRENT DESC END EXCLUDE FAIL FIRST FOLLOWING
    GROUPS IGNORE LAST LIKE_KW MATCH MATERIALIZED NO NULLS OFFSET OTHERS
    PARTITION PRECEDING RAISE RANGE RECURSIVE ROLLBACK ROW ROWS TIES UNBOUNDED
    WITH.

/* Keywords that are never names and have no place in SELECT. */
%token RESERVED.

%left OR.
%left AND.
%right NOT.
%left IS MATCH LIKE_KW BETWEEN IN ISNULL NOTNULL NE EQ.
%left GT LE LT GE.
%right ESCAPE.
%left BITAND BITOR LSHIFT RSHIFT.
%left PLUS MINUS.
%left STAR SLASH REM.
%left CONCAT PTR.
%left COLLATE.
%right BITNOT.

%token_class id  ID|INDEXED.
%token_class ids ID|STRING.

/* A name of anything; the token itself. */
%type nm {t2s_sql_token}
nm(A) ::= id(N).                           { A = N; }
nm(A) ::= STRING(N).                       { A = N; }
nm(A) ::= JOIN_KW(N).                      { A = N; }

%start_symbol query

query ::= select(S). {
    build->accepted = true;
    if (build->tree)
        build->tree->root = S.first;
}

/* ---------------------------------------------------------- statements */

select(A) ::= selects(S).                  { A = NODE(select_stmt, S); }
select(A) ::= WITH(W) ctes(C) selects(S). {
    A = NODE(select_stmt, NODE(common_table_stmt, LEAF(W), C), S);
}
select(A) ::= WITH(W) RECURSIVE(R) ctes(C) selects(S). {
    A = NODE(select_stmt, NODE(common_table_stmt, LEAF(W), LEAF(R), C), S);
}

ctes(A) ::= cte(C).                        { A = C; }
ctes(A) ::= ctes(B) COMMA(O) cte(C).       { A = JOIN(B, LEAF(O), C); }
cte(A) ::= nm(N) cte_columns(C) cte_as(S) LP(L) select(Q) RP(R). {
    A = NODE(common_table_expression, NAME(table_name, N), C, S, LEAF(L), Q,
             LEAF(R));
}
cte_columns(A) ::= .                       { A = NONE; }
cte_columns(A) ::= LP(L) columns(C) RP(R). { A = JOIN(LEAF(L), C, LEAF(R)); }
cte_as(A) ::= AS(S).                       { A = LEAF(S); }
cte_as(A) ::= AS(S) MATERIALIZED(M).       { A = JOIN(LEAF(S), LEAF(M)); }
cte_as(A) ::= AS(S) NOT(N) MATERIALIZED(M). {
    A = JOIN(LEAF(S), LEAF(N), LEAF(M));
}
columns(A) ::= nm(N).                      { A = NAME(column_name, N); }
columns(A) ::= columns(B) COMMA(O) nm(N). {
    A = JOIN(B, LEAF(O), NAME(column_name, N));
}

/* SQLite's parser takes ORDER BY and LIMIT before a compound operator, and
 * objects later; so may they stand here. */
selects(A) ::= select_core(C) order(O) limit(L).  { A = JOIN(C, O, L); }
selects(A) ::= values(V).                  { A = NODE(select_core, V); }
selects(A) ::= selects(B) compound(P) select_core(C) order(O) limit(L). {
    A = JOIN(B, P, C, O, L);
}
selects(A) ::= selects(B) compound(P) values(V). {
    A = JOIN(B, P, NODE(select_core, V));
}

compound(A) ::= UNION(O).                  { A = NODE(compound_operator, LEAF(O)); }
compound(A) ::= EXCEPT|INTERSECT(O).       { A = NODE(compound_operator, LEAF(O)); }
compound(A) ::= UNION(U) ALL(L). {
    A = NODE(compound_operator, LEAF(U), LEAF(L));
}

select_core(A) ::= SELECT(S) distinct(D) result_columns(R) from(F) where(W)
                   group(G) having(H) windows(X). {
    t2s_sql_part grouped = JOIN(G, H);
    if (grouped.first != T2S_NO_NODE)
        grouped = NODE(group_by_clause, grouped);
    A = NODE(select_core, LEAF(S), D, NODE(result_clause, R), F, W, grouped, X);
}

values(A) ::= VALUES(V) LP(L) exprs(E) RP(R). {
    A = JOIN(LEAF(V), LEAF(L), E, LEAF(R));
}
values(A) ::= values(B) COMMA(O) LP(L) exprs(E) RP(R). {
    A = JOIN(B, LEAF(O), LEAF(L), E, LEAF(R));
}

distinct(A) ::= .                          { A = NONE; }
distinct(A) ::= DISTINCT|ALL(D).           { A = LEAF(D); }

result_columns(A) ::= result_column(C).    { A = C; }
result_columns(A) ::= result_columns(B) COMMA(O) result_column(C). {
    A = JOIN(B, LEAF(O), C);
}
result_column(A) ::= expr(E) column_alias(L). { A = NODE(result_column, E, L); }
result_column(A) ::= STAR(S).              { A = NODE(result_column, LEAF(S)); }
result_column(A) ::= nm(T) DOT(D) STAR(S). {
    A = NODE(result_column, NAME(table_name, T), LEAF(D), LEAF(S));
}
column_alias(A) ::= .                      { A = NONE; }
column_alias(A) ::= AS(S) nm(N). {
    A = JOIN(LEAF(S), NODE(column_alias, LEAF(N)));
}
column_alias(A) ::= ids(N).                { A = NODE(column_alias, LEAF(N)); }

/* ---------------------------------------------------------------- FROM */

from(A) ::= .                              { A = NONE; }
from(A) ::= FROM(F) tables(T). {
    A = T.joined ? NODE(from_clause, LEAF(F), NODE(join_clause, T))
                 : NODE(from_clause, LEAF(F), T);
}

tables(A) ::= tables_before(B) table(T) constraint(C). { A = JOIN(B, T, C); }
tables_before(A) ::= .                     { A = NONE; }
tables_before(A) ::= tables(B) join_operator(O). { A = JOIN(B, O); }

join_operator(A) ::= COMMA(C).             { A = LEAF(C); }
join_operator(A) ::= JOIN(J). {
    A = NODE(join_operator, LEAF(J));
    A.joined = 1;
}
join_operator(A) ::= JOIN_KW(K) JOIN(J). {
    A = NODE(join_operator, LEAF(K), LEAF(J));
    A.joined = 1;
}
join_operator(A) ::= JOIN_KW(K) nm(M) JOIN(J). {
    A = NODE(join_operator, LEAF(K), LEAF(M), LEAF(J));
    A.joined = 1;
}
join_operator(A) ::= JOIN_KW(K) nm(M) nm(N) JOIN(J). {
    A = NODE(join_operator, LEAF(K), LEAF(M), LEAF(N), LEAF(J));
    A.joined = 1;
}

constraint(A) ::= .                        { A = NONE; }
constraint(A) ::= ON(O) expr(E). {
    A = NODE(join_constraint, LEAF(O), E);
    A.joined = 1;
}
constraint(A) ::= USING(U) LP(L) columns(C) RP(R). {
    A = NODE(join_constraint, LEAF(U), LEAF(L), C, LEAF(R));
    A.joined = 1;
}

table(A) ::= table_ref(T) table_alias(L) indexed(X). {
    A = NODE(table_or_subquery, T, L, X);
}
table(A) ::= function_ref(F) LP(L) arguments(E) RP(R) table_alias(N). {
    A = NODE(table_or_subquery, F, LEAF(L), E, LEAF(R), N);
}
table(A) ::= LP(L) select(S) RP(R) table_alias(N). {
    A = NODE(table_or_subquery, LEAF(L), S, LEAF(R), N);
}
table(A) ::= LP(L) tables(T) RP(R) table_alias(N). {
    if (T.joined)
        T = NODE(join_clause, T);
    A = NODE(table_or_subquery, LEAF(L), T, LEAF(R), N);
}

table_ref(A) ::= nm(T).                    { A = NAME(table_name, T); }
table_ref(A) ::= nm(D) DOT(O) nm(T). {
    A = JOIN(NAME(database_name, D), LEAF(O), NAME(table_name, T));
}
function_ref(A) ::= nm(T).                 { A = NAME(table_function_name, T); }
function_ref(A) ::= nm(D) DOT(O) nm(T). {
    A = JOIN(NAME(database_name, D), LEAF(O), NAME(table_function_name, T));
}
table_alias(A) ::= .                       { A = NONE; }
table_alias(A) ::= AS(S) nm(N). {
    A = JOIN(LEAF(S), NAME(table_alias, N));
}
table_alias(A) ::= ids(N).                 { A = NAME(table_alias, N); }
indexed(A) ::= .                           { A = NONE; }
indexed(A) ::= INDEXED(I) BY(B) nm(N). {
    A = JOIN(LEAF(I), LEAF(B), NAME(index_name, N));
}
indexed(A) ::= NOT(N) INDEXED(I).          { A = JOIN(LEAF(N), LEAF(I)); }

/* ------------------------------------------------------- other clauses */

where(A) ::= .                             { A = NONE; }
where(A) ::= WHERE(W) expr(E).             { A = NODE(where_clause, LEAF(W), E); }
group(A) ::= .                             { A = NONE; }
group(A) ::= GROUP(G) BY(B) exprs(E).      { A = JOIN(LEAF2(G, B), E); }
having(A) ::= .                            { A = NONE; }
having(A) ::= HAVING(H) expr(E).           { A = JOIN(LEAF(H), E); }

order(A) ::= .                             { A = NONE; }
order(A) ::= ordering(O).                  { A = O; }
ordering(A) ::= ORDER(O) BY(B) ordering_terms(T). {
    A = NODE(order_by_stmt, LEAF2(O, B), T);
}
ordering_terms(A) ::= ordering_term(T).    { A = T; }
ordering_terms(A) ::= ordering_terms(B) COMMA(O) ordering_term(T). {
    A = JOIN(B, LEAF(O), T);
}
ordering_term(A) ::= expr(E) asc_desc(D) nulls(N). {
    A = NODE(ordering_term, E, D, N);
}
asc_desc(A) ::= .                          { A = NONE; }
asc_desc(A) ::= ASC|DESC(D).               { A = NODE(asc_desc, LEAF(D)); }
nulls(A) ::= .                             { A = NONE; }
nulls(A) ::= NULLS(N) FIRST|LAST(F).       { A = JOIN(LEAF(N), LEAF(F)); }

limit(A) ::= .                             { A = NONE; }
limit(A) ::= LIMIT(L) expr(E).             { A = NODE(limit_stmt, LEAF(L), E); }
limit(A) ::= LIMIT(L) expr(E) OFFSET|COMMA(O) expr(F). {
    A = NODE(limit_stmt, LEAF(L), E, LEAF(O), F);
}

/* --------------------------------------------------------- expressions */

exprs(A) ::= expr(E).                      { A = E; }
exprs(A) ::= exprs(B) COMMA(O) expr(E).    { A = JOIN(B, LEAF(O), E); }
arguments(A) ::= .                         { A = NONE; }
arguments(A) ::= exprs(E).                 { A = E; }

expr(A) ::= NULL|INTEGER|FLOAT|BLOB|CTIME_KW(L). {
    A = EXPR(NODE(literal_value, LEAF(L)));
}
expr(A) ::= STRING(L).                     { A = EXPR(NODE(literal_value, LEAF(L))); }
expr(A) ::= VARIABLE(V).                   { A = EXPR(LEAF(V)); }
expr(A) ::= id(N).                         { A = t2s_sql_lone_name(build, N); }
expr(A) ::= JOIN_KW(N).                    { A = EXPR(NAME(column_name, N)); }
expr(A) ::= nm(T) DOT(D) nm(C). {
    A = EXPR(NAME(table_name, T), LEAF(D), NAME(column_name, C));
}
expr(A) ::= nm(S) DOT(D) nm(T) DOT(E) nm(C). {
    A = EXPR(NAME(database_name, S), LEAF(D), NAME(table_name, T), LEAF(E),
             NAME(column_name, C));
}
expr(A) ::= LP(L) expr(E) RP(R).           { A = EXPR(LEAF(L), E, LEAF(R)); }
expr(A) ::= LP(L) exprs(B) COMMA(O) expr(E) RP(R). {
    A = EXPR(LEAF(L), B, LEAF(O), E, LEAF(R));
}
expr(A) ::= LP(L) select(S) RP(R).         { A = EXPR(LEAF(L), S, LEAF(R)); }
expr(A) ::= EXISTS(X) LP(L) select(S) RP(R). {
    A = EXPR(LEAF(X), LEAF(L), S, LEAF(R));
}
expr(A) ::= expr(E) COLLATE(C) ids(N). {
    A = EXPR(E, LEAF(C), NAME(collation_name, N));
}

expr(A) ::= id(F) LP(L) distinct(D) arguments(E) RP(R) filter(W) over(O). {
    A = EXPR(NAME(function_name, F), LEAF(L), D, E, LEAF(R), W, O);
}
expr(A) ::= id(F) LP(L) STAR(S) RP(R) filter(W) over(O). {
    A = EXPR(NAME(function_name, F), LEAF(L), LEAF(S), LEAF(R), W, O);
}

expr(A) ::= CAST(C) LP(L) expr(E) AS(S) type(T) RP(R). {
    A = EXPR(LEAF(C), LEAF(L), E, LEAF(S), T, LEAF(R));
}
type(A) ::= .                              { A = NONE; }
type(A) ::= type_names(T).                 { A = NODE(type_name, T); }
type(A) ::= type_names(T) LP(L) number(N) RP(R). {
    A = NODE(type_name, T, LEAF(L), N, LEAF(R));
}
type(A) ::= type_names(T) LP(L) number(M) COMMA(O) number(N) RP(R). {
    A = NODE(type_name, T, LEAF(L), M, LEAF(O), N, LEAF(R));
}
type_names(A) ::= ids(N).                  { A = NAME(name, N); }
type_names(A) ::= type_names(B) ids(N).    { A = JOIN(B, NAME(name, N)); }
number(A) ::= INTEGER|FLOAT(N).            { A = NODE(signed_number, LEAF(N)); }
number(A) ::= PLUS|MINUS(S) INTEGER|FLOAT(N). {
    A = NODE(signed_number, LEAF(S), LEAF(N));
}

expr(A) ::= expr(B) AND(O) expr(C).        { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) OR(O) expr(C).         { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) LT|GT|GE|LE(O) expr(C). { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) EQ|NE(O) expr(C).      { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) BITAND|BITOR|LSHIFT|RSHIFT(O) expr(C). {
    A = EXPR(B, LEAF(O), C);
}
expr(A) ::= expr(B) PLUS|MINUS(O) expr(C). { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) STAR|SLASH|REM(O) expr(C). { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) CONCAT(O) expr(C).     { A = EXPR(B, LEAF(O), C); }
expr(A) ::= expr(B) PTR(O) expr(C).        { A = EXPR(B, LEAF(O), C); }

expr(A) ::= expr(B) like(O) expr(C). [LIKE_KW] { A = EXPR(B, O, C); }
expr(A) ::= expr(B) like(O) expr(C) ESCAPE(E) expr(D). [LIKE_KW] {
    A = EXPR(B, O, C, LEAF(E), D);
}
like(A) ::= LIKE_KW|MATCH(O).              { A = LEAF(O); }
like(A) ::= NOT(N) LIKE_KW|MATCH(O).       { A = JOIN(LEAF(N), LEAF(O)); }

expr(A) ::= expr(B) ISNULL|NOTNULL(O).     { A = EXPR(B, LEAF(O)); }
expr(A) ::= expr(B) NOT(N) NULL(O).        { A = EXPR(B, LEAF(N), LEAF(O)); }
expr(A) ::= expr(B) IS(I) expr(C).         { A = EXPR(B, LEAF(I), C); }
expr(A) ::= expr(B) IS(I) NOT(N) expr(C). {
    A = EXPR(B, LEAF(I), LEAF(N), C);
}
expr(A) ::= expr(B) IS(I) NOT(N) DISTINCT(D) FROM(F) expr(C). {
    A = EXPR(B, LEAF(I), LEAF(N), LEAF(D), LEAF(F), C);
}
expr(A) ::= expr(B) IS(I) DISTINCT(D) FROM(F) expr(C). {
    A = EXPR(B, LEAF(I), LEAF(D), LEAF(F), C);
}

expr(A) ::= NOT(O) expr(E). {
    A = EXPR(NODE(unary_operator, LEAF(O)), E);
}
expr(A) ::= BITNOT(O) expr(E). {
    A = EXPR(NODE(unary_operator, LEAF(O)), E);
}
expr(A) ::= PLUS|MINUS(O) expr(E). [BITNOT] {
    A = EXPR(NODE(unary_operator, LEAF(O)), E);
}

between(A) ::= BETWEEN(O).                 { A = LEAF(O); }
between(A) ::= NOT(N) BETWEEN(O).          { A = JOIN(LEAF(N), LEAF(O)); }
expr(A) ::= expr(B) between(O) expr(C) AND(N) expr(D). [BETWEEN] {
    A = EXPR(B, O, C, LEAF(N), D);
}

in(A) ::= IN(O).                           { A = LEAF(O); }
in(A) ::= NOT(N) IN(O).                    { A = JOIN(LEAF(N), LEAF(O)); }
expr(A) ::= expr(B) in(O) LP(L) arguments(E) RP(R). [IN] {
    A = EXPR(B, O, EXPR(LEAF(L), E, LEAF(R)));
}
expr(A) ::= expr(B) in(O) LP(L) select(S) RP(R). [IN] {
    A = EXPR(B, O, EXPR(LEAF(L), S, LEAF(R)));
}
expr(A) ::= expr(B) in(O) table_ref(T). [IN] {
    A = EXPR(B, O, T);
}
expr(A) ::= expr(B) in(O) function_ref(F) LP(L) arguments(E) RP(R). [IN] {
    A = EXPR(B, O, F, LEAF(L), E, LEAF(R));
}

expr(A) ::= CASE(C) case_operand(O) whens(W) case_else(E) END(N). {
    A = EXPR(LEAF(C), O, W, E, LEAF(N));
}
case_operand(A) ::= .                      { A = NONE; }
case_operand(A) ::= expr(E).               { A = E; }
whens(A) ::= WHEN(W) expr(E) THEN(T) expr(F). {
    A = JOIN(LEAF(W), E, LEAF(T), F);
}
whens(A) ::= whens(B) WHEN(W) expr(E) THEN(T) expr(F). {
    A = JOIN(B, LEAF(W), E, LEAF(T), F);
}
case_else(A) ::= .                         { A = NONE; }
case_else(A) ::= ELSE(L) expr(E).          { A = JOIN(LEAF(L), E); }

expr(A) ::= RAISE(S) LP(L) IGNORE(I) RP(R). {
    A = EXPR(NODE(raise_function, LEAF(S), LEAF(L), LEAF(I), LEAF(R)));
}
expr(A) ::= RAISE(S) LP(L) ROLLBACK|ABORT|FAIL(K) COMMA(O) nm(N) RP(R). {
    A = EXPR(NODE(raise_function, LEAF(S), LEAF(L), LEAF(K), LEAF(O), LEAF(N),
                  LEAF(R)));
}

/* ------------------------------------------------------------- windows */

filter(A) ::= .                            { A = NONE; }
filter(A) ::= FILTER(F) LP(L) WHERE(W) expr(E) RP(R). {
    A = NODE(filter_clause, LEAF(F), LEAF(L), LEAF(W), E, LEAF(R));
}
over(A) ::= .                              { A = NONE; }
over(A) ::= OVER(O) nm(N). {
    A = NODE(over_clause, LEAF(O), NAME(window_name, N));
}
over(A) ::= OVER(O) LP(L) window(W) RP(R). {
    A = NODE(over_clause, LEAF(O), NODE(window_defn, LEAF(L), W, LEAF(R)));
}

windows(A) ::= .                           { A = NONE; }
windows(A) ::= WINDOW(W) window_list(L).   { A = NODE(window_clause, LEAF(W), L); }
window_list(A) ::= named_window(W).        { A = W; }
window_list(A) ::= window_list(B) COMMA(O) named_window(W). {
    A = JOIN(B, LEAF(O), W);
}
named_window(A) ::= nm(N) AS(S) LP(L) window(W) RP(R). {
    A = JOIN(NAME(window_name, N), LEAF(S),
             NODE(window_defn, LEAF(L), W, LEAF(R)));
}

window(A) ::= frame(F).                    { A = F; }
window(A) ::= nm(N) frame(F).              { A = JOIN(NAME(window_name, N), F); }
window(A) ::= ordering(O) frame(F).        { A = JOIN(O, F); }
window(A) ::= nm(N) ordering(O) frame(F). {
    A = JOIN(NAME(window_name, N), O, F);
}
window(A) ::= partition(P) order(O) frame(F). { A = JOIN(P, O, F); }
window(A) ::= nm(N) partition(P) order(O) frame(F). {
    A = JOIN(NAME(window_name, N), P, O, F);
}
partition(A) ::= PARTITION(P) BY(B) exprs(E). {
    A = NODE(partition_clause, LEAF2(P, B), E);
}

frame(A) ::= .                             { A = NONE; }
frame(A) ::= RANGE|ROWS|GROUPS(U) frame_begin(B) exclude(X). {
    A = NODE(frame_spec, LEAF(U), B, X);
}
frame(A) ::= RANGE|ROWS|GROUPS(U) BETWEEN(W) frame_begin(B) AND(N) frame_end(E)
             exclude(X). {
    A = NODE(frame_spec, LEAF(U), LEAF(W), B, LEAF(N), E, X);
}
frame_begin(A) ::= frame_bound(B).         { A = B; }
frame_begin(A) ::= UNBOUNDED(U) PRECEDING(P). {
    A = NODE(frame_bound, LEAF(U), LEAF(P));
}
frame_end(A) ::= frame_bound(B).           { A = B; }
frame_end(A) ::= UNBOUNDED(U) FOLLOWING(F). {
    A = NODE(frame_bound, LEAF(U), LEAF(F));
}
frame_bound(A) ::= expr(E) PRECEDING|FOLLOWING(D). {
    A = NODE(frame_bound, E, LEAF(D));
}
frame_bound(A) ::= CURRENT(C) ROW(R). {
    A = NODE(frame_bound, LEAF(C), LEAF(R));
}
exclude(A) ::= .                           { A = NONE; }
exclude(A) ::= EXCLUDE(X) NO(N) OTHERS(O). {
    A = NODE(frame_exclude, LEAF(X), LEAF(N), LEAF(O));
}
exclude(A) ::= EXCLUDE(X) CURRENT(C) ROW(R). {
    A = NODE(frame_exclude, LEAF(X), LEAF(C), LEAF(R));
}
exclude(A) ::= EXCLUDE(X) GROUP|TIES(G). {
    A = NODE(frame_exclude, LEAF(X), LEAF(G));
}

%code {
void *t2s_sql_grammar_new(t2s_sql_build *build)
{
    yyParser *parser = t2s_sql_lemonAlloc(t2s_alloc, build);
#ifndef YYREALLOC
    /* Before 3.46 Lemon makes its stack here, and when memory has run out
     * goes on without one, to try again later. */
    if (parser && parser->yystack == &parser->yystk0) {
        t2s_sql_lemonFree(parser, t2s_free);
        return NULL;
    }
#endif
    return parser;
}

void t2s_sql_grammar_free(void *parser)
{
    t2s_sql_lemonFree(parser, t2s_free);
}

void t2s_sql_grammar_feed(void *parser, int kind, t2s_sql_token token)
{
    t2s_sql_lemon(parser, kind, token);
}

int t2s_sql_grammar_fallback(int kind)
{
    return kind < (int)(sizeof yyFallback / sizeof *yyFallback)
               ? yyFallback[kind]
               : 0;
}

/* What the parser does in `state` at a token, which stands for itself only. */
static YYACTIONTYPE action_at(YYACTIONTYPE state, YYCODETYPE kind)
{
    int at;
    if (state > YY_MAX_SHIFT)
        return state;
    at = yy_shift_ofst[state] + kind;
    return yy_lookahead[at] == kind ? yy_action[at] : yy_default[state];
}

/* The states of a stack: the parser's own stand apart by what else is on its
 * stack. */
typedef struct states {
    const char *first;
    size_t stride, count;
} states;

static YYACTIONTYPE state_at(const states *stack, size_t i)
{
    YYACTIONTYPE state;
    memcpy(&state, stack->first + i * stack->stride, sizeof state);
    return state;
}

/* States that reductions push onto the lowest `base` ones of a stack. */
typedef struct played {
    YYACTIONTYPE pushed[64];
    size_t count, base;
} played;

/*
 * Plays the reductions that a token would cause, on a stack of which only what
 * is new is written down. Returns what the parser does then: YY_ERROR_ACTION
 * where it can't take the token.
 */
static YYACTIONTYPE play(played *out, const states *stack, int kind)
{
    out->count = 0;
    out->base = stack->count;
    for (;;) {
        YYACTIONTYPE state = out->count ? out->pushed[out->count - 1]
                                        : state_at(stack, out->base - 1);
        YYACTIONTYPE action = action_at(state, (YYCODETYPE)kind);
        size_t length;
        if (action < YY_MIN_REDUCE)
            return action == YY_NO_ACTION ? YY_ERROR_ACTION : action;
        length = (size_t)-yyRuleInfoNRhs[action - YY_MIN_REDUCE];
        if (length > out->count) {
            out->base -= length - out->count;
            out->count = 0;
        } else {
            out->count -= length;
        }
        if (out->count == sizeof out->pushed / sizeof *out->pushed)
            return YY_ERROR_ACTION;
        state = out->count ? out->pushed[out->count - 1]
                           : state_at(stack, out->base - 1);
        out->pushed[out->count++] = yy_find_reduce_action(
            state, yyRuleInfoLhs[action - YY_MIN_REDUCE]);
    }
}

bool t2s_sql_grammar_takes(void *raw, int kind)
{
    const yyParser *parser = raw;
    states stack = {(const char *)&parser->yystack->stateno,
                    sizeof *parser->yystack,
                    (size_t)(parser->yytos - parser->yystack) + 1};
    played reductions;
    return play(&reductions, &stack, kind) != YY_ERROR_ACTION;
}

int t2s_sql_grammar_kinds(void)
{
    return YYNTOKEN;
}

bool t2s_sql_stack_takes(const t2s_sql_stack *stack, int kind)
{
    states all = {(const char *)stack->states, sizeof *stack->states,
                  stack->count};
    played reductions;
    return play(&reductions, &all, kind) != YY_ERROR_ACTION;
}

bool t2s_sql_stack_push(t2s_sql_stack *stack, int kind)
{
    states all = {(const char *)stack->states, sizeof *stack->states,
                  stack->count};
    played reductions;
    YYACTIONTYPE action = play(&reductions, &all, kind);
    if (action == YY_ERROR_ACTION ||
        reductions.base + reductions.count >= T2S_SQL_STACK)
        return false;
    memcpy(stack->states + reductions.base, reductions.pushed,
           reductions.count * sizeof *stack->states);
    stack->count = (uint16_t)(reductions.base + reductions.count);
    if (action == YY_ACCEPT_ACTION)
        return true;
    if (action > YY_MAX_SHIFT)
        action += YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE;
    stack->states[stack->count++] = action;
    return true;
}
}
