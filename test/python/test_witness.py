"""Witness databases from Python: where queries differ, and groups of a beam."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import binding  # noqa: E402,F401
import tap  # noqa: E402

import t2sed  # noqa: E402

DDL = """CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, age INT);
CREATE TABLE orders (id INTEGER PRIMARY KEY,
                     customer_id INT REFERENCES customers (id));"""


class Witness(unittest.TestCase):
    def setUp(self):
        self.witness = t2sed.Witness(t2sed.Schema.from_ddl(DDL))

    def compare(self, a, b):
        return self.witness.compare(t2sed.Sql(a), t2sed.Sql(b))

    def test_a_difference(self):
        found = self.compare("SELECT name FROM customers",
                             "SELECT c.name FROM customers c JOIN orders o "
                             "ON o.customer_id = c.id GROUP BY c.id")
        self.assertEqual(found.outcome, "differ")
        self.assertEqual(found.cause,
                         "They differ when a customer has no orders.")
        self.assertEqual(found.question,
                         "Should a customer without orders be included?")
        self.assertEqual([table.name for table in found.tables],
                         ["customers", "orders"])
        customers, orders = found.tables
        self.assertEqual(customers.columns, ("id", "name"))
        self.assertEqual(len(customers.rows), 1)
        self.assertEqual(orders.rows, [])
        self.assertEqual(found.results[0].rows, [(customers.rows[0][1],)])
        self.assertEqual(found.results[1].rows, [])

    def test_no_difference_and_unknown(self):
        found = self.compare("SELECT name FROM customers WHERE age > 3",
                             "SELECT name FROM customers WHERE 3 < age")
        self.assertEqual((found.outcome, found.cause), ("none", ""))
        self.assertGreater(found.instances, 3)
        self.assertGreater(found.same, 3)
        self.assertEqual(found.tables, [])
        found = self.compare("SELECT nosuch FROM customers", "SELECT 1")
        self.assertEqual(found.outcome, "unknown")
        self.assertIn("nosuch", found.cause)

    def test_other_dialects_are_translated(self):
        found = self.witness.compare(
            t2sed.Sql("SELECT TOP 1 [name] FROM customers ORDER BY age",
                      "tsql"),
            t2sed.Sql("SELECT name FROM customers ORDER BY age LIMIT 1"))
        self.assertEqual(found.outcome, "none")

    def test_groups(self):
        queries = [t2sed.Sql(text) for text in (
            "SELECT name FROM customers", "SELECT age FROM customers",
            "SELECT name FROM customers WHERE 1", "SELECT x FROM nosuch")]
        self.assertEqual(self.witness.group(queries), [0, 1, 0, -1])
        self.assertEqual(self.witness.group([]), [])

    def test_options(self):
        schema = t2sed.Schema.from_ddl(DDL)
        with self.assertRaises(t2sed.Error):
            t2sed.Witness(schema, instances=-1)
        plain = t2sed.Witness(schema, plain=True, exhaustive=True, seed=3,
                              instances=5, values=["Ann", "7"])
        found = plain.compare(t2sed.Sql("SELECT count(*) FROM customers"),
                              t2sed.Sql("SELECT count(age) FROM customers"))
        self.assertEqual((found.outcome, found.instances), ("none", 5))


if __name__ == "__main__":
    tap.main()
