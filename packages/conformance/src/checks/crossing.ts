import { withArticle } from "@agent-operations/contract"
import { expect, expectSame } from "../Broken.ts"
import type { Context } from "../check.ts"
import { type Client, type Definition, expectCode } from "../client.ts"
import type { Law } from "../laws.ts"
import { NotChecked } from "../NotChecked.ts"
import type { Served, ServedKind } from "../served.ts"
import type { Optional } from "../target.ts"
import { anonymous, expectAlike } from "./alike.ts"
import { discard, expectFree, historyOf, type Page, walk, withDefinitions } from "./fixtures.ts"
import { callsOn, draftsWith } from "./calls.ts"
import { perKind, perReference } from "./per.ts"

/** A place that a call in the target's project reaches nothing of. */
interface Elsewhere {
  readonly whose: string
  readonly needs: Optional
  readonly there: (context: Pick<Context, "as" | "target">) => Client
}

const elsewhere: ReadonlyArray<Elsewhere> = [
  { whose: "another organization's", needs: "foreign", there: ({ as, target }) => as(target.foreign!) },
  {
    whose: "another project's",
    needs: "otherProjectId",
    there: ({ as, target }) => as({ projectId: target.otherProjectId })
  }
]

/** Brings a definition that was just made to revision 2, where its kind can be updated. */
const updated = async (client: Client, kind: ServedKind, { id }: Definition): Promise<void> => {
  if (kind.has("update")) await client.ok(kind.id("update"), { id, expectedRevision: 1, description: "Second" })
}

/** All that can be read of a definition, by those that may. */
const allOf = async (client: Client, kind: ServedKind, { id, name }: Definition): Promise<unknown> => ({
  current: await client.ok(kind.id("get"), { id }),
  first: await client.ok(kind.id("get"), { id, revision: 1 }),
  history: kind.has("history") ? await historyOf(client, kind, id) : [],
  list: kind.has("list") ? await walk(client, kind, { search: name, limit: 200 }) : []
})

/** Runs something, and fails with A3 if it changed one of some definitions. */
const unchanged = async (
  client: Client,
  kind: ServedKind,
  definitions: ReadonlyArray<Definition>,
  use: () => Promise<unknown>
): Promise<void> => {
  const read = () => Promise.all(definitions.map((one) => allOf(client, kind, one)))
  const before = await read()
  await use()
  expectSame("A3", await read(), before, `${withArticle(kind.name)} that was out of reach`)
}

/** Fails with a law if one of some callers finds a definition whose name has a text in it. */
const expectNone = async (
  law: Law,
  clients: ReadonlyArray<Client>,
  kind: ServedKind,
  search: string
): Promise<void> => {
  if (!kind.has("list")) return
  const all = await Promise.all(clients.map((client) => walk(client, kind, { search, limit: 200 })))
  expectSame(law, all.flat(), [], `what was made of ${withArticle(kind.name)} by calls that were refused`)
}

/** What a copy of a definition, or the definition, would be called: a list of those with its name has it. */
const renamed = ({ name }: Definition) => `${name} again`

/** Sends every operation on a definition that is not there, in each way that it can be asked. */
const answersOn = async (client: Client, kind: ServedKind, served: Served, id: string, name: string) => {
  const answers = []
  for (const { operation, input } of callsOn(kind, served, id, name)) {
    const answer = await client.call(operation.id, input)
    expectCode("A3", answer, "NOT_FOUND", `${operation.id} of what is not there ${JSON.stringify(input)}`)
    answers.push({ operation: operation.id, input: { ...input, id: "<asked>" }, ...anonymous(answer, id) })
  }
  return answers
}

const crossingsOf = ({ whose, needs, there }: Elsewhere) => [
  perKind(
    "A3",
    ["A3.definition", "A3.writes", "error.NOT_FOUND"],
    `a definition is nothing to those whose project is ${whose}, by every operation that takes an ID`,
    async ({ client, as, kind, served, target, withDefinitions, word }) => {
      const others = there({ as, target })
      await withDefinitions([word()], async ([made]) => {
        await updated(client, kind, made!)
        await unchanged(client, kind, [made!], () => answersOn(others, kind, served, made!.id, renamed(made!)))
        await expectNone("A3", [others], kind, made!.name)
      })
    },
    { needs: [needs] }
  ),

  perKind(
    "A3",
    ["A3.definition", "A3.writes", "error.NOT_FOUND"],
    `a definition of ${whose} is answered as one that does not exist, by every operation that takes an ID`,
    async ({ client, as, kind, served, target, withDefinitions, word }) => {
      expectFree(kind)
      const others = there({ as, target })
      await withDefinitions(
        [word()],
        async ([made]) => {
          const theirs = made!
          await updated(others, kind, theirs)
          await unchanged(others, kind, [theirs], async () => {
            const shown = (id: string) => answersOn(client, kind, served, id, renamed(theirs))
            await expectAlike(
              () => shown(theirs.id),
              () => shown(kind.missingId),
              `${withArticle(kind.name)} of ${whose}, and one that does not exist`
            )
          })
          await expectNone("A3", [client], kind, theirs.name)
        },
        others
      )
    },
    { needs: [needs] }
  ),

  perReference(
    "A3",
    ["A3.reference", "A3.writes"],
    `a reference to what is ${whose} is one to what does not exist, and holds nothing there`,
    async ({ client, as, kind, used, target, withDefinitions: withKind, word }) => {
      expectFree(used)
      const others = there({ as, target })
      await withDefinitions(others, used, [word()], async ([made]) => {
        const theirs = made!
        await updated(others, used, theirs)
        const pins = kind.has("update") ? [null, 1, 2] : [null, 1]
        await withKind([word()], async ([own]) => {
          const name = word()
          const shown = (id: string) => async () => {
            const answers = []
            for (const revision of pins) {
              const references = { ours: { kind: used.name, id, revision } }
              const calls: ReadonlyArray<readonly [operation: string, input: object]> = [
                [kind.id("create"), kind.body(name, { references })],
                ...(kind.has("update")
                  ? [
                      [
                        kind.id("update"),
                        { id: own!.id, expectedRevision: 1, references: kind.references(references) }
                      ] as const
                    ]
                  : []),
                ...draftsWith(kind, references).map(({ operation, input }) => [operation.id, input] as const)
              ]
              for (const [operation, input] of calls) {
                const answer = await client.call(operation, input)
                const isMade = operation === kind.id("create") && answer.data !== undefined
                if (isMade) await discard(client, kind, (answer.data as Definition).id)
                answers.push({ operation, revision, ...anonymous(answer, id) })
              }
            }
            return answers
          }
          await unchanged(others, used, [theirs], () =>
            expectAlike(shown(theirs.id), shown(used.missingId), `a reference to what is ${whose}, and to nothing`)
          )
          await expectNone("A3", [client, others], kind, name)
          const { revision } = await client.ok(kind.id("get"), { id: own!.id })
          expect("A3", revision === 1, `a reference to what is ${whose} was refused, and made revision ${revision}`)
          if (used.dependencies !== undefined) {
            const { items } = await others.ok<Page>(used.dependencies, { id: theirs.id })
            expectSame("A3", items, [], `what refers to ${withArticle(used.name)} that is ${whose}`)
          }
        })
      })
    },
    { needs: [needs] }
  ),

  perKind(
    "A3",
    ["A3.lists", "A3.names", "A3.writes", "P3.project"],
    `names, lists, totals and cursors have nothing to do with what is ${whose}`,
    async ({ client, as, kind, target, withDefinitions: withOwn, word }) => {
      expectFree(kind)
      const others = there({ as, target })
      const search = word()
      const names = [1, 2, 3].map((n) => `${search} ${n}`)
      await withOwn(
        names,
        (theirs) =>
          unchanged(others, kind, theirs, async () => {
            const listed = () => walk(client, kind, { search, limit: 200 })
            if (kind.has("list")) expectSame("A3", await listed(), [], `a list over what is ${whose}`)
            const answer = await client.call(kind.id("create"), kind.body(names[0]!))
            expect("A3", answer.status === 200, `a name that is ${whose} was answered ${answer.text.slice(0, 300)}`)
            const own = answer.data as Definition
            const ids = [own.id]
            try {
              if (kind.has("copy")) {
                const copied = await client.call(kind.id("copy"), { id: own.id, name: names[1] })
                expect(
                  "A3",
                  copied.status === 200,
                  `a copy under a name that is ${whose}: ${copied.text.slice(0, 300)}`
                )
                ids.push((copied.data as Definition).id)
              }
              if (kind.has("update")) {
                const input = { id: own.id, expectedRevision: 1, name: names[2] }
                const renamed = await client.call(kind.id("update"), input)
                expect("A3", renamed.status === 200, `a rename to what is ${whose}: ${renamed.text.slice(0, 300)}`)
              }
              if (!kind.has("list")) return
              const { total } = await client.ok<Page>(kind.id("list"), { search, includeTotal: true })
              expect("A3", total === ids.length, `a total of ${ids.length} beside what is ${whose} is ${total}`)
              const seen = (await listed()).map(({ id }) => id)
              expectSame("A3", seen.toSorted(), ids.toSorted(), `the IDs in a list beside what is ${whose}`)
              const page = await others.ok<Page>(kind.id("list"), { search, limit: 1 })
              expect("P2", page.nextCursor !== null, "a page of 1 of 3 items ends the list")
              const cursor = { search, cursor: page.nextCursor }
              const continued = await client.call(kind.id("list"), cursor)
              expectCode("P3", continued, "VALIDATION_ERROR", `a cursor that is ${whose}`)
            } finally {
              for (const id of ids) await discard(client, kind, id)
            }
          }),
        others
      )
    },
    { needs: [needs], also: ["P3"] }
  )
]

/** Laws of what a call reaches: of its project, its kind and the definition that it names, and nothing else. */
export const crossing = [
  ...elsewhere.flatMap(crossingsOf),

  perKind(
    "A3",
    ["A3.project", "A3.writes"],
    "a project of others is denied whatever is asked for in it, by header or query, and nothing there is changed",
    async ({ as, kind, served, target, withDefinitions, word }) => {
      expectFree(kind)
      const foreign = target.foreign!
      const others = as(foreign)
      await withDefinitions(
        [word()],
        ([made]) =>
          unchanged(others, kind, [made!], async () => {
            const { projectId } = foreign
            const byQuery = {
              headers: { "x-project-id": undefined },
              query: `?projectId=${encodeURIComponent(projectId)}`
            }
            const name = word()
            const calls = [
              ...callsOn(kind, served, made!.id, name).map(({ operation: { id }, input }) => [id, input] as const),
              [kind.id("create"), kind.body(name)] as const,
              ...(kind.has("list") ? [[kind.id("list"), { search: made!.name }] as const] : [])
            ]
            for (const [operation, input] of calls) {
              const what = `${operation} in a project of others`
              const answer = await as({ projectId }).call(operation, input)
              expectCode("A3", answer, "PROJECT_ACCESS_DENIED", what)
              expectCode(
                "A3",
                await as({}).call(operation, input, byQuery),
                "PROJECT_ACCESS_DENIED",
                `${what}, by query`
              )
            }
            if (!kind.has("list")) return
            const { items } = await others.ok<Page>(kind.id("list"), { search: name })
            expectSame("A3", items, [], "what was made in a project of others")
          }),
        others
      )
    },
    { needs: ["foreign"] }
  ),

  perKind(
    "A3",
    ["definition.id"],
    "the ID of another kind's definition is refused by every operation that takes one, and nothing is changed",
    async ({ client, kind, others, served, withDefinitions: withOwn, word }) => {
      if (others.length === 0) throw new NotChecked("there is no other kind")
      const create = async (input: object) => {
        const answer = await client.call(kind.id("create"), input)
        if (answer.data !== undefined) await discard(client, kind, (answer.data as Definition).id)
        return answer
      }
      for (const other of others) {
        await withDefinitions(client, other, [word()], async ([made]) => {
          const { id } = made!
          const name = renamed(made!)
          await updated(client, other, made!)
          await unchanged(client, other, [made!], () =>
            withOwn([word()], async ([own]) => {
              // No input with the ID of another kind is one.
              for (const { operation, input } of callsOn(kind, served, kind.missingId, name)) {
                const { status, text } = await client.call(operation.id, { ...input, id })
                const shown = `${operation.id} of ${withArticle(other.name)} was answered ${status} ${text.slice(0, 300)}`
                expect("A3", [400, 404].includes(status), shown)
              }
              // A name is of a kind, so that another may have it.
              const named = await create(kind.body(made!.name))
              expect("A3", named.status === 200, `the name of ${withArticle(other.name)}: ${named.text.slice(0, 300)}`)
              const references = { a: { kind: kind.name, id, revision: null } }
              const referring = await create(kind.body(name, { references }))
              expect(
                "A3",
                [400, 422].includes(referring.status),
                `a reference to ${withArticle(other.name)} as ${withArticle(kind.name)} was answered ${referring.text.slice(0, 300)}`
              )
              await expectNone("A3", [client], kind, name)
              expect("A3", (await client.ok(kind.id("get"), { id: own!.id })).revision === 1, "it was changed")
            })
          )
        })
      }
    }
  ),

  perKind(
    "R1",
    ["get.revision"],
    "a revision that another definition has is none of this one's, by every operation that takes one",
    async ({ client, kind, served, withDefinitions, word }) => {
      if (!kind.has("update")) throw new NotChecked("the families cannot update it")
      await withDefinitions([word(), word()], async ([first, second]) => {
        await updated(client, kind, first!)
        const { id } = second!
        const name = renamed(second!)
        for (const { operation, input } of callsOn(kind, served, id, name)) {
          if (!("revision" in input) || input.revision === 1) continue
          const answer = await client.call(operation.id, input)
          expectCode("R1", answer, "NOT_FOUND", `${operation.id} ${JSON.stringify(input)} of one revision`)
        }
        await expectNone("R1", [client], kind, name)
        expect("R1", (await client.ok(kind.id("get"), { id })).revision === 1, "a definition was changed by a refusal")
      })
    }
  )
]
