import { assert, it } from "vitest"
import { hole, mutateSql } from "../src/mutate-sql.ts"

const faultsOf = (text: string) => mutateSql(text).map((fault) => fault.replaceAll(/\s+/g, " ").trim())

it("forgets each condition of a statement in turn, whatever is in parentheses", () => {
  const faults = faultsOf(`delete from t where a = ${hole(0)} and (b or c = 1) and d is null returning a`)
  assert.includeMembers(faults, [
    `delete from t where (b or c = 1) and d is null returning a`,
    `delete from t where a = ${hole(0)} and d is null returning a`,
    `delete from t where a = ${hole(0)} and (b or c = 1) returning a`
  ])
})

it("forgets the only condition", () => {
  assert.include(faultsOf("select 1 from t where a = 1 order by b"), "select 1 from t where true order by b")
  assert.include(faultsOf("(select 1 from t where a = 1)"), "(select 1 from t where true)")
})

it("forgets no tenant and no project, which the tests of tenancy do", () => {
  const faults = faultsOf("delete from t where t.tenant_id = 1 and t.project_id = 2 and t.id = 3 returning id")
  assert.includeMembers(faults, ["delete from t where t.tenant_id = 1 and t.project_id = 2 returning id"])
  for (const fault of faults) assert.match(fault, /tenant_id.*project_id/)
})

it("moves bounds, orders, locks and limits", () => {
  const faults = faultsOf(`select a from t where a < ${hole(0)} order by a desc limit 5 for no key update skip locked`)
  assert.includeMembers(faults, [
    `select a from t where a <= ${hole(0)} order by a desc limit 5 for no key update skip locked`,
    `select a from t where a < ${hole(0)} order by a asc limit 5 for no key update skip locked`,
    `select a from t where a < ${hole(0)} limit 5 for no key update skip locked`,
    `select a from t where a < ${hole(0)} order by a desc for no key update skip locked`,
    `select a from t where a < ${hole(0)} order by a desc limit 5 for no key update`,
    `select a from t where a < ${hole(0)} order by a desc limit 5`
  ])
})

it("leaves what is no operator: casts, arrows and named arguments", () => {
  assert.deepStrictEqual(faultsOf(`select (a ->> 'x')::integer, f(b => 1) from t`), [])
})

it("makes each fault once, and never the statement as it was", () => {
  const text = "select a from t where a = b and a = c"
  const faults = mutateSql(text)
  assert.strictEqual(new Set(faults).size, faults.length)
  assert.notInclude(faults, text)
})
