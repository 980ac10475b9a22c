import { assert, describe, it } from "vitest"
import { predicatesOf, shapeOf } from "./predicates.ts"

const without = (text: string) => predicatesOf(text).map((one) => one.without)

describe("conditions on tenants and projects", () => {
  it("stand by themselves, whichever side the column is on", () => {
    assert.deepStrictEqual(without("from a where a.tenant_id = $1 and $2 = a.project_id and a.id = $3"), [
      "from a where (a.tenant_id = $1 or true) and $2 = a.project_id and a.id = $3",
      "from a where a.tenant_id = $1 and ($2 = a.project_id or true) and a.id = $3"
    ])
    assert.deepStrictEqual(without("from a where a.project_id in ('', $2)"), [
      "from a where (a.project_id in ('', $2) or true)"
    ])
  })

  it("join tables, by a comparison or by columns of one name", () => {
    assert.deepStrictEqual(without("join b on b.tenant_id = a.tenant_id"), [
      "join b on (b.tenant_id = a.tenant_id or true)"
    ])
    assert.deepStrictEqual(without("join b using (tenant_id, id)"), ["join b using (id)"])
  })

  it("are members of rows that are compared with a row or with what is selected", () => {
    assert.deepStrictEqual(without("where (d.tenant_id, d.kind, d.id) = ($1, $2, lower($3, 'a'))"), [
      "where ($1, d.kind, d.id) = ($1, $2, lower($3, 'a'))"
    ])
    assert.deepStrictEqual(without("where (d.project_id, d.id) in (select x.project_id, x.id from x)"), [
      "where (d.project_id, d.id) in (select d.project_id, x.id from x)"
    ])
  })

  it("are none where a column is only named", () => {
    assert.deepStrictEqual(without("insert into a (tenant_id, project_id) values ($1, $2) returning tenant_id"), [])
    assert.deepStrictEqual(without("select a.tenant_id, a.project_id from a order by a.tenant_id"), [])
  })

  it("have one shape whatever the values are", () => {
    assert.strictEqual(shapeOf("a = $1 and b = $12::int4::integer"), shapeOf("a = $3 and b = $4::integer"))
  })
})
