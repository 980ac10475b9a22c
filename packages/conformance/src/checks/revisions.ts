import { check } from "../check.ts"
import { type Client, type Definition, expectCode } from "../client.ts"
import { expect, expectSame } from "../Broken.ts"
import { type Call, histories, replay } from "../model/index.ts"
import { customField, discard, field, pageView, withPageViews } from "./fixtures.ts"

const carriedOutBy =
  (client: Client): Call =>
  async (operation, input) => {
    const { data, error } = await client.call(operation, input)
    return error === undefined ? { data } : { error }
  }

/** Laws of revisions that one caller alone can see. */
export const revisions = [
  check(
    "R1",
    "random histories of all verbs agree with the model",
    ({ client, word, forAll }) => forAll(histories, 25, (commands) => replay(carriedOutBy(client), commands, word())),
    { also: ["R2", "R3", "R5", "R6", "R7", "R8", "P4", "P6", "P7"] }
  ),

  check(
    "R2",
    "an update makes the next revision alone, and the one before reads the same, byte for byte",
    ({ client, word }) =>
      withPageViews(client, [word()], async ([made]) => {
        const { id } = made!
        const before = await client.call("get_page_view", { id, revision: 1 })
        const next = await client.ok("update_page_view", { id, expectedRevision: 1, description: "Changed" })
        expect("R2", next.revision === 2, `an update of revision 1 made revision ${next.revision}`)
        const after = await client.call("get_page_view", { id, revision: 1 })
        expect(
          "R2",
          after.text === before.text,
          `revision 1 read ${after.text} after an update, and ${before.text} before`
        )
        const { items } = await client.ok<{ items: ReadonlyArray<Definition> }>("get_page_view_history", { id })
        expectSame(
          "R2",
          items.map(({ revision }) => revision),
          [2, 1],
          "the history after one update"
        )
        expectSame("R2", items[1], before.data as Definition, "revision 1 in the history")
      })
  ),

  check(
    "R3",
    "a stale or future expectedRevision is CONFLICT with both revisions, and changes nothing",
    ({ client, word }) =>
      withPageViews(client, [word()], async ([made]) => {
        const { id } = made!
        await client.ok("update_page_view", { id, expectedRevision: 1, description: "Second" })
        const { text } = await client.call("get_page_view", { id })
        for (const expectedRevision of [1, 3, 2_147_483_647]) {
          for (const [operation, more] of [
            ["update_page_view", { description: "Stale" }],
            ["restore_page_view", { revision: 1 }],
            ["delete_page_view", {}]
          ] as const) {
            const answer = await client.call(operation, { id, expectedRevision, ...more })
            expectCode("R3", answer, "CONFLICT", `${operation} with expectedRevision ${expectedRevision} of 2`)
            expectSame(
              "R3",
              answer.error?.details,
              { expectedRevision, currentRevision: 2 },
              "the details of a CONFLICT"
            )
          }
        }
        expect("R3", (await client.call("get_page_view", { id })).text === text, "a CONFLICT changed the definition")
      })
  ),

  check(
    "R5",
    "a restore makes a new revision with the old content, says so, and changes no other",
    ({ client, word }) =>
      withPageViews(client, [word(), word()], async ([made, other]) => {
        const { id, name } = made!
        const settings = { target: "trace", columns: [{ field: "trace.name" }] }
        await client.ok("update_page_view", {
          id,
          expectedRevision: 1,
          name: `${name} renamed`,
          description: "Second",
          settings
        })
        const { text } = await client.call("get_page_view", { id: other!.id })
        const restored = await client.ok("restore_page_view", { id, revision: 1, expectedRevision: 2 })
        const past = await client.ok("get_page_view", { id, revision: 1 })
        const content = (one: Definition) => ({ ...one, revision: 0, origin: 0, updatedAt: 0, updatedBy: 0 })
        expectSame("R5", content(restored), content(past), "the content of a restored revision")
        expectSame(
          "R5",
          [restored.revision, restored.origin],
          [3, { type: "restored", revision: 1 }],
          "where it comes from"
        )
        expect(
          "R5",
          (await client.call("get_page_view", { id: other!.id })).text === text,
          "another definition changed"
        )
      })
  ),

  check(
    "R5",
    "a restore of what refers to nothing any more is refused, and changes nothing",
    async ({ client, word }) => {
      const name = word()
      const used = await client.ok("create_custom_field", customField(`${name} field`))
      const made = await client.ok(
        "create_page_view",
        pageView(`${name} view`, { references: { used: field(used.id) } })
      )
      const { id } = made
      try {
        await client.ok("update_page_view", { id, expectedRevision: 1, references: {} })
        await client.ok("delete_custom_field", { id: used.id, expectedRevision: 1 })
        const answer = await client.call("restore_page_view", { id, revision: 1, expectedRevision: 2 })
        expectCode("R5", answer, "REFERENCE_NOT_FOUND", "a restore of a reference to nothing")
        const { revision } = await client.ok("get_page_view", { id })
        expect("R5", revision === 2, `a restore that was refused made revision ${revision}`)
      } finally {
        await discard(client, "page_view", id)
      }
    }
  ),

  check(
    "R6",
    "a copy is of the revision that is asked for, under its own name, and says so",
    async ({ client, word }) => {
      const [name, copyName] = [word(), word()]
      const { id } = await client.ok("create_page_view", pageView(name, { description: "first" }))
      const copies: Array<string> = []
      try {
        await client.ok("update_page_view", { id, expectedRevision: 1, description: "second" })
        for (const revision of [undefined, 1, 2]) {
          const copied = await client.ok("copy_page_view", { id, name: `${copyName} ${revision}`, revision })
          copies.push(copied.id)
          const seen = [copied.revision, copied.name, copied.description, copied.origin]
          const from = revision ?? 2
          const wanted = [1, `${copyName} ${revision}`, from === 1 ? "first" : "second"]
          expectSame("R6", seen, [...wanted, { type: "copied", id, revision: from }], `a copy of revision ${from}`)
        }
        const { revision, name: kept } = await client.ok("get_page_view", { id })
        expectSame("R6", [revision, kept], [2, name], "what was copied")
      } finally {
        for (const one of [id, ...copies]) await discard(client, "page_view", one)
      }
    }
  ),

  check("R7", "what a current revision refers to cannot be deleted until it is detached", async ({ client, word }) => {
    const name = word()
    const used = await client.ok("create_custom_field", customField(`${name} field`))
    const made = await client.ok("create_page_view", pageView(`${name} view`, { references: { used: field(used.id) } }))
    const { id } = made
    try {
      const held = await client.call("delete_custom_field", { id: used.id, expectedRevision: 1 })
      expectCode("R7", held, "STILL_REFERENCED", "a delete of what is referenced")
      const wanted = {
        referencedBy: [
          { kind: "page_view", id, name: `${name} view`, revision: 1, alias: "used", pinnedRevision: null }
        ],
        hasMore: false
      }
      expectSame("R7", held.error?.details, wanted, "the details of STILL_REFERENCED")
      await client.ok("update_page_view", { id, expectedRevision: 1, references: {} })
      const gone = await client.call("delete_custom_field", { id: used.id, expectedRevision: 1 })
      expect("R7", gone.status === 200, `a delete of what is detached was answered ${gone.text}`)
    } finally {
      await discard(client, "page_view", id)
      await discard(client, "custom_field", used.id)
    }
  }),

  check(
    "R8",
    "after delete every operation is NOT_FOUND, and the name is free for another ID",
    async ({ client, word }) => {
      const name = word()
      const { id } = await client.ok("create_page_view", pageView(name))
      await client.ok("delete_page_view", { id, expectedRevision: 1 })
      for (const [operation, more] of [
        ["get_page_view", {}],
        ["get_page_view", { revision: 1 }],
        ["update_page_view", { expectedRevision: 1 }],
        ["copy_page_view", { name: `${name} copy` }],
        ["delete_page_view", { expectedRevision: 1 }],
        ["get_page_view_history", {}],
        ["restore_page_view", { revision: 1 }],
        ["get_page_view_dependencies", {}],
        ["validate_page_view", {}]
      ] as const) {
        expectCode("R8", await client.call(operation, { id, ...more }), "NOT_FOUND", `${operation} of what was deleted`)
      }
      const again = await client.call("create_page_view", pageView(name))
      expect("R8", again.status === 200, `the name of what was deleted is not free: ${again.text}`)
      const { id: next } = again.data as Definition
      expect("R8", next !== id, `the ID ${id} was given again`)
      await discard(client, "page_view", next)
    }
  )
]
