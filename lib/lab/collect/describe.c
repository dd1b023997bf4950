/* What a dataset holds, as JSON. SQLite itself writes it. */
#include "base/error.h"
#include "base/memory.h"
#include "lab/collect/dataset.h"

static const char query[] =
    "SELECT json_object("
    "'format', (SELECT user_version FROM pragma_user_version),"
    "'made', (SELECT value FROM meta WHERE name = 'made'),"
    "'library', (SELECT value FROM meta WHERE name = 'library'),"
    "'rule', (SELECT value FROM meta WHERE name = 'rule'),"
    "'databases', (SELECT count(DISTINCT db_id) FROM questions),"
    "'questions', (SELECT count(*) FROM questions),"
    "'beams', (SELECT count(*) FROM beams),"
    "'candidates', (SELECT json_object("
    "  'all', count(*), 'right', coalesce(sum(label = 1), 0),"
    "  'wrong', coalesce(sum(label = 0), 0),"
    "  'undecided', coalesce(sum(label IS NULL), 0),"
    "  'filled', coalesce(sum(written NOT NULL), 0),"
    "  'guessed', coalesce(sum(guessed), 0)) FROM candidates),"
    "'sources', (SELECT json_group_array(json(one)) FROM (SELECT json_object("
    "  'file', s.name, 'parser', s.parser, 'begun', s.begun, 'ended', s.ended,"
    "  'library', s.library, 'max_candidates', s.max_candidates,"
    "  'lines', s.lines,"
    "  'beams', (SELECT count(*) FROM beams b WHERE b.source = s.id),"
    "  'dropped_lines', json((SELECT json_group_object(d.reason, d.count)"
    "    FROM dropped d WHERE d.source = s.id AND d.what = 'line')),"
    "  'dropped_candidates', json((SELECT json_group_object(d.reason, d.count)"
    "    FROM dropped d WHERE d.source = s.id AND d.what = 'candidate'))"
    "  ) AS one FROM sources s ORDER BY s.id)),"
    "'splits', (SELECT json_group_array(json(one)) FROM (SELECT json_object("
    "  'part', part, 'seed', seed, 'databases', count(*),"
    "  'in_part', sum(side = 1)) AS one FROM splits"
    "  GROUP BY part, seed ORDER BY part, seed)))";

t2sed_status t2sed_dataset_describe(char **out, t2sed_dataset *dataset,
                                    t2sed_error *err)
{
    sqlite3_stmt *statement;
    const char *text;
    char *copy;
    t2sed_status status;
    if (!out || !dataset)
        return t2s_fail_null(err, __func__, "out and dataset");
    status = t2s_dataset_prepare(&statement, dataset, query, err);
    if (status)
        return status;
    if (sqlite3_step(statement) != SQLITE_ROW) {
        status = t2s_dataset_fail(dataset, err);
        sqlite3_finalize(statement);
        return status;
    }
    text = (const char *)sqlite3_column_text(statement, 0);
    copy = text ? t2s_strdup(text) : NULL;
    sqlite3_finalize(statement);
    if (!copy)
        return t2s_fail_memory(err);
    *out = copy;
    return T2SED_OK;
}
