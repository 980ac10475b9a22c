import { describe, expect, it } from "vitest"
import { fragmentsOf, moments } from "../src/moments.ts"

const fragments = fragmentsOf([
  "const one = 1\nexport const newest = (sql: SqlClient) => sql`select max(revision) from agent_operations.revisions`"
])
const of = (text: string) => moments("a.ts", text, fragments)

describe("statements that see two moments", () => {
  it.each([
    "sql`select from agent_operations.heads as h join agent_operations.items as i on true for update of h`",
    "sql<Row>`select (select 1 from agent_operations.items) from agent_operations.heads for no key update`",
    "sql`select ${newest(sql)} from agent_operations.heads for share`",
    "sql`update agent_operations.heads set n = 1 where ${sql`exists (select from agent_operations.items)`}`",
    "run(sql`delete from agent_operations.heads where not exists (select from agent_operations.items)`)"
  ])("are found: %s", (text) => {
    expect(of(text)).toEqual([expect.stringMatching(/^a\.ts:1: It waits for rows of one table/)])
  })

  it.each([
    "sql`select from agent_operations.heads for update`",
    "sql`select from agent_operations.heads as h join agent_operations.items as i on true`",
    "sql`update agent_operations.heads set n = 1 where n = (select max(n) from agent_operations.heads)`",
    "sql`select from agent_operations.heads for update`\nsql`select from agent_operations.items`",
    "// moments: the heads are locked\nsql`delete from agent_operations.heads using agent_operations.items`"
  ])("and these are none: %s", (text) => expect(of(text)).toEqual([]))

  it("a reason that excepts nothing is found", () => {
    expect(of("// moments: none\nsql`select 1`")).toEqual([expect.stringContaining("excepts nothing")])
  })
})
