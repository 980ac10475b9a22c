import { withArticle } from "@agent-operations/contract"
import type { Code } from "@agent-operations/error-envelope"
import { type Client, type Definition, expectCode } from "../client.ts"
import { expect, expectSame } from "../Broken.ts"
import { type Call, histories, replay } from "../model/index.ts"
import { NotChecked } from "../NotChecked.ts"
import { discard, historyOf, referenceTo, walk, withDefinitions, withReference } from "./fixtures.ts"
import { overall, perKind, perReference } from "./per.ts"

const carriedOutBy =
  (client: Client): Call =>
  async (operation, input) => {
    const { data, error } = await client.call(operation, input)
    return error === undefined ? { data } : { error }
  }

/** Without these nothing that a history creates can be cleaned up. */
const needed = ["create", "get", "update", "delete"] as const

/** Laws of revisions that one caller alone can see. */
export const revisions = [
  overall(
    "R1",
    [
      "R1.first",
      "R1.no-gap",
      "R2.kept",
      "R2.absent",
      "R3.stale",
      "R5.content",
      "R5.unguarded",
      "R6.content",
      "R8.id",
      "definition.references.same",
      "definition.origin",
      "dependencies.items",
      "dependencies.current",
      "get.revision",
      "list.search",
      "error.NAME_TAKEN",
      "error.STILL_REFERENCED",
      "error.REFERENCE_NOT_FOUND",
      "error.INVALID_REFERENCE",
      "delete.result",
      "R11.content",
      "R11.name",
      "R11.references",
      "R12.gone",
      "update.parts"
    ],
    "random histories of all verbs over all kinds agree with the model",
    async ({ client, served, word, forAll }) => {
      const kinds = served.kinds.filter(({ has }) => needed.every(has))
      if (kinds.length === 0) throw new NotChecked("the families have no kind that can be created, changed and deleted")
      const names = kinds.map(({ name }) => name)
      await forAll(histories(names), 25, (commands) => replay(carriedOutBy(client), kinds, commands, word()))
    },
    { also: ["R2", "R3", "R5", "R6", "R7", "R8", "R11", "P4", "P6", "P7"] }
  ),

  perKind(
    "R2",
    ["R2.next", "R2.kept", "history.whole"],
    "an update makes the next revision alone, and the one before reads the same",
    ({ client, kind, withDefinitions, word }) =>
      withDefinitions([word()], async ([made]) => {
        const { id } = made!
        const before = await client.ok(kind.id("get"), { id, revision: 1 })
        const next = await client.ok(kind.id("update"), { id, expectedRevision: 1, description: "Changed" })
        expect("R2", next.revision === 2, `an update of revision 1 made revision ${next.revision}`)
        const after = await client.ok(kind.id("get"), { id, revision: 1 })
        expectSame("R2", after, before, "revision 1 after an update")
        const items = await historyOf(client, kind, id)
        expectSame(
          "R2",
          items.map(({ revision }) => revision),
          [2, 1],
          "the history after one update"
        )
        expectSame("R2", items[1], before, "revision 1 in the history")
      })
  ),

  perKind(
    "R3",
    ["R3.stale", "R3.nothing", "error.CONFLICT"],
    "a stale or future expectedRevision is CONFLICT with both revisions, and changes nothing",
    ({ client, kind, withDefinitions, word }) =>
      withDefinitions([word()], async ([made]) => {
        const { id } = made!
        for (const expectedRevision of [1, 2])
          await client.ok(kind.id("update"), { id, expectedRevision, description: `After ${expectedRevision}` })
        const before = await client.ok(kind.id("get"), { id })
        for (const expectedRevision of [1, 2, 4, 5, 6, 2_147_483_647]) {
          for (const [operation, more] of [
            [kind.id("update"), { description: "Stale" }],
            [kind.id("restore"), { revision: 1 }],
            [kind.id("delete"), {}]
          ] as const) {
            const answer = await client.call(operation, { id, expectedRevision, ...more })
            expectCode("R3", answer, "CONFLICT", `${operation} with expectedRevision ${expectedRevision} of 3`)
            expectSame(
              "R3",
              answer.error?.details,
              { expectedRevision, currentRevision: 3 },
              "the details of a CONFLICT"
            )
          }
        }
        expectSame("R3", await client.ok(kind.id("get"), { id }), before, "a definition after a CONFLICT")
      })
  ),

  perKind(
    "R5",
    ["R5.content", "R5.origin", "R5.alone"],
    "a restore makes a new revision with the old content, says so, and changes no other",
    ({ client, kind, withDefinitions, word }) =>
      withDefinitions([word(), word()], async ([made, other]) => {
        const { id, name } = made!
        const changes = { id, expectedRevision: 1, name: `${name} renamed`, description: "Second" }
        const content = (kind.openJson ?? kind.text)?.put("Second")
        // A host's own validation may refuse what the schema accepts.
        const { error } = await client.call(kind.id("update"), { ...changes, ...content })
        if (error?.code === "VALIDATION_ERROR") await client.ok(kind.id("update"), changes)
        const before = await client.ok(kind.id("get"), { id: other!.id })
        const restored = await client.ok(kind.id("restore"), { id, revision: 1, expectedRevision: 2 })
        const past = await client.ok(kind.id("get"), { id, revision: 1 })
        const restoredOf = (one: Definition) => ({ ...one, revision: 0, origin: 0, updatedAt: 0, updatedBy: 0 })
        expectSame("R5", restoredOf(restored), restoredOf(past), "the content of a restored revision")
        expectSame(
          "R5",
          [restored.revision, restored.origin],
          [3, { type: "restored", revision: 1 }],
          "where it comes from"
        )
        expectSame("R5", await client.ok(kind.id("get"), { id: other!.id }), before, "another definition")
      })
  ),

  perReference(
    "R5",
    ["R5.references"],
    "a restore of what refers to nothing any more is refused, and changes nothing",
    (context) =>
      withReference(context, async ({ target, user: { id } }) => {
        const { client, kind, used } = context
        await client.ok(kind.id("update"), { id, expectedRevision: 1, references: kind.references() })
        await client.ok(used.id("delete"), { id: target.id, expectedRevision: 1 })
        const answer = await client.call(kind.id("restore"), { id, revision: 1, expectedRevision: 2 })
        expectCode("R5", answer, "REFERENCE_NOT_FOUND", "a restore of a reference to nothing")
        const { revision } = await client.ok(kind.id("get"), { id })
        expect("R5", revision === 2, `a restore that was refused made revision ${revision}`)
      })
  ),

  perKind(
    "R6",
    ["R6.content", "R6.origin", "R6.source"],
    "a copy is of the revision that is asked for, under its own name, and says so",
    async ({ client, kind, word }) => {
      const [name, copyName] = [word(), word()]
      const { id } = await client.ok(kind.id("create"), kind.body(name, { description: "first" }))
      const copies: Array<string> = []
      try {
        await client.ok(kind.id("update"), { id, expectedRevision: 1, description: "second" })
        for (const revision of [undefined, 1, 2]) {
          const copied = await client.ok(kind.id("copy"), { id, name: `${copyName} ${revision}`, revision })
          copies.push(copied.id)
          const seen = [copied.revision, copied.name, copied.description, copied.origin]
          const from = revision ?? 2
          const wanted = [1, `${copyName} ${revision}`, from === 1 ? "first" : "second"]
          expectSame("R6", seen, [...wanted, { type: "copied", id, revision: from }], `a copy of revision ${from}`)
        }
        const { revision, name: kept } = await client.ok(kind.id("get"), { id })
        expectSame("R6", [revision, kept], [2, name], "what was copied")
      } finally {
        for (const one of [id, ...copies]) await discard(client, kind, one)
      }
    }
  ),

  perReference(
    "R7",
    ["R7.held", "R7.pinned", "R7.detached"],
    "what a current revision refers to, pinned or not, cannot be deleted until it is detached",
    (context) =>
      withReference(context, async ({ target, user: { id, name } }) => {
        const { client, kind, used } = context
        const remove = (expectedRevision: number) => client.call(used.id("delete"), { id: target.id, expectedRevision })
        const held = await remove(1)
        expectCode("R7", held, "STILL_REFERENCED", "a delete of what is referenced")
        const user = { kind: kind.name, id, name, revision: 1, alias: "used", pinnedRevision: null }
        const wanted = { referencedBy: [user], hasMore: false }
        expectSame("R7", held.error?.details, wanted, "the details of STILL_REFERENCED")
        await client.ok(used.id("update"), { id: target.id, expectedRevision: 1, description: "Changed" })
        for (const revision of [1, 2]) {
          const references = kind.references({ used: { ...referenceTo(used, target.id), revision } })
          await client.ok(kind.id("update"), { id, expectedRevision: revision, references })
          expectCode(
            "R7",
            await remove(2),
            "STILL_REFERENCED",
            `a delete of what is pinned at revision ${revision} of 2`
          )
        }
        await client.ok(kind.id("update"), { id, expectedRevision: 3, references: kind.references() })
        const gone = await remove(2)
        expect("R7", gone.status === 200, `a delete of what is detached was answered ${gone.text}`)
      })
  ),

  perKind(
    "R7",
    ["R7.attach", "R7.invalid"],
    "a reference to what there is not, or may not be referred to, is refused, and nothing is created",
    async ({ client, kind, others, word }) => {
      const name = word()
      const refused = async (reference: object, code: Code, what: string) => {
        const answer = await client.call(kind.id("create"), kind.body(name, { references: { a: reference } }))
        if (answer.data !== undefined) await discard(client, kind, (answer.data as Definition).id)
        expectCode("R7", answer, code, what)
      }
      for (const { name: other, missingId } of [kind, ...others]) {
        if (!kind.mayReference.includes(other)) continue
        const what = `a reference to ${withArticle(other)} that there is not`
        await refused({ kind: other, id: missingId, revision: null }, "REFERENCE_NOT_FOUND", what)
      }
      for (const other of [kind, ...others]) {
        if (kind.mayReference.includes(other.name)) continue
        const code = kind.canName(other.name) ? "INVALID_REFERENCE" : "VALIDATION_ERROR"
        await withDefinitions(client, other, [`${name} used`], ([made]) =>
          refused(referenceTo(other, made!.id), code, `a reference to ${withArticle(other.name)}`)
        )
      }
      const items = await walk(client, kind, { search: name, limit: 200 })
      expect("R7", items.length === 0, "a definition was created whose references were refused")
    }
  ),

  perKind(
    "R8",
    ["R8.gone", "R8.name", "R8.id"],
    "after delete every operation but recover is NOT_FOUND, and the name is free for another ID",
    async ({ client, kind, word }) => {
      const name = word()
      const { id } = await client.ok(kind.id("create"), kind.body(name))
      await client.ok(kind.id("delete"), { id, expectedRevision: 1 })
      for (const [operation, more] of [
        [kind.id("get"), {}],
        [kind.id("get"), { revision: 1 }],
        [kind.id("update"), { expectedRevision: 1 }],
        [kind.id("copy"), { name: `${name} copy` }],
        [kind.id("delete"), { expectedRevision: 1 }],
        [kind.id("history"), {}],
        [kind.id("restore"), { revision: 1 }],
        // What is for people is refused to a key before anything is looked up.
        ...kind.more.flatMap((one) =>
          one.callers === "people" ? [] : [[one.id, one.example.input as object] as const]
        )
      ] as const) {
        const answer = await client.call(operation, { ...more, id })
        expectCode("R8", answer, "NOT_FOUND", `${operation} of what was deleted`)
      }
      const again = await client.call(kind.id("create"), kind.body(name))
      expect("R8", again.status === 200, `the name of what was deleted is not free: ${again.text}`)
      const { id: next } = again.data as Definition
      expect("R8", next !== id, `the ID ${id} was given again`)
      await discard(client, kind, next)
    }
  )
]
