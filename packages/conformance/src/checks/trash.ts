import type { Context } from "../check.ts"
import { type Client, type Definition, expectCode } from "../client.ts"
import { expect, expectSame } from "../Broken.ts"
import type { ServedKind } from "../served.ts"
import { discard, follow, historyOf, referenceTo, walk, withReference } from "./fixtures.ts"
import { type OfKind, perKind, perReference } from "./per.ts"

/** A definition that was deleted, as the list of those has it. */
interface Deleted {
  readonly definition: Definition
  readonly deletedAt: string
  readonly deletedBy: unknown
  readonly recoverableUntil: string
}

interface DeletedPage {
  readonly items: ReadonlyArray<Deleted>
  readonly nextCursor: string | null
}

const days = 86_400_000

/** What this check deletes, and what it finds of that among all that others delete meanwhile. */
interface Bin {
  readonly create: (name: string, more?: object) => Promise<Definition>
  readonly remove: (of: Definition) => Promise<void>
  readonly recover: (id: string, name?: string) => Promise<Definition>
  /** Every item since the bin was opened, the last deleted first. */
  readonly listed: (limit?: number) => Promise<ReadonlyArray<Deleted>>
}

/**
 * Opens a bin: it has a definition that is deleted first, so that a walk of the deleted need not go beyond it. What it
 * created is deleted in the end.
 */
const withBin = async (
  { client, kind, word }: Pick<Context & OfKind, "client" | "kind" | "word">,
  use: (bin: Bin) => Promise<void>
): Promise<void> => {
  for (const verb of ["create", "get", "delete", "deleted", "recover"] as const) kind.id(verb)
  const made = new Set<string>()
  const create = async (name: string, more: object = {}) => {
    const one = await client.ok(kind.id("create"), kind.body(name, more))
    made.add(one.id)
    return one
  }
  const remove = async ({ id, revision }: Definition) => {
    await client.ok(kind.id("delete"), { id, expectedRevision: revision })
  }
  try {
    const first = await create(`${word()} first`)
    await remove(first)
    const listed = async (limit = 25) => {
      const seen: Array<Deleted> = []
      let until = ""
      await follow<string>("R12", async (cursor) => {
        const page = await client.ok<DeletedPage>(kind.id("deleted"), {
          limit,
          ...(cursor === undefined ? {} : { cursor })
        })
        expect("P2", page.items.length <= limit, `at most ${limit} of the deleted are ${page.items.length}`)
        seen.push(...page.items)
        until = page.items.find(({ definition }) => definition.id === first.id)?.recoverableUntil ?? until
        return page.items.some(({ recoverableUntil }) => recoverableUntil < until) ? null : page.nextCursor
      })
      expect("R12", until !== "", `the deleted ${kind.name} ${first.id} is not listed`)
      return seen
    }
    const recover = (id: string, name?: string) =>
      client.ok(kind.id("recover"), name === undefined ? { id } : { id, name })
    await use({ create, remove, recover, listed })
  } finally {
    for (const id of made) await discard(client, kind, id)
  }
}

const idsOf = (items: ReadonlyArray<Deleted>, among: ReadonlyArray<Definition>) =>
  items.map(({ definition }) => definition.id).filter((id) => among.some((one) => one.id === id))

/** What a recover is refused with, and that the definition is not there afterwards. */
const expectRefused = async (
  client: Client,
  kind: ServedKind,
  input: { readonly id: string; readonly name?: string },
  code: "NAME_TAKEN" | "REFERENCE_NOT_FOUND",
  details: object
) => {
  const answer = await client.call(kind.id("recover"), input)
  expectCode("R11", answer, code, `a recover that has to be ${code}`)
  expectSame("R11", answer.error?.details, details, `the details of ${code}`)
  expectCode("R11", await client.call(kind.id("get"), { id: input.id }), "NOT_FOUND", "what was not recovered")
}

const nothingTo = (whose: string, needs: "otherProjectId" | "foreign") =>
  perKind(
    "A3",
    ["A3.deleted"],
    `what was deleted is neither listed nor recovered by those whose project is ${whose}`,
    (context) =>
      withBin(context, async ({ create, remove, recover }) => {
        const { as, client, kind, target, word } = context
        const one = await create(word())
        await remove(one)
        const others = needs === "foreign" ? as(target.foreign!) : as({ projectId: target.otherProjectId })
        const { items } = await others.ok<DeletedPage>(kind.id("deleted"), { limit: 25 })
        expectSame("A3", idsOf(items, [one]), [], `what was deleted, as a project that is ${whose} lists it`)
        const input = { id: one.id, name: word() }
        expectCode("A3", await others.call(kind.id("recover"), input), "NOT_FOUND", "a recover of what is another's")
        expectCode("A3", await client.call(kind.id("get"), { id: one.id }), "NOT_FOUND", "what nobody recovered")
        await recover(one.id)
      }),
    { needs: [needs] }
  )

/** Laws of what was deleted and can be recovered. */
export const trash = [
  perKind(
    "R11",
    ["R11.content", "R11.origin", "R12.listed", "definition.origin"],
    "what was deleted is listed, and comes back with its ID, its history and its place, as often as it is recovered",
    (context) =>
      withBin(context, async ({ create, remove, recover, listed }) => {
        const { client, kind, word } = context
        const name = word()
        const made = await create(`${name} one`)
        const later = await create(`${name} two`)
        const changes = { id: made.id, expectedRevision: 1, description: "Second" }
        const history = [await client.ok(kind.id("update"), changes), made]
        for (const round of [1, 2]) {
          const last = history[0]!
          await remove(last)
          const items = await listed()
          const [item, ...more] = items.filter(({ definition }) => definition.id === made.id)
          expect("R12", item !== undefined && more.length === 0, `${made.id} was deleted, and is listed otherwise`)
          expectSame("R12", item.definition, last, "what was deleted")
          expectSame("R12", item.deletedBy, (last as Definition & { updatedBy: unknown }).updatedBy, "who deleted it")
          const time = Date.parse(item.recoverableUntil) - Date.parse(item.deletedAt)
          expect("R12", Math.abs(time - 30 * days) < days, `it can be recovered until ${item.recoverableUntil}`)
          const recovered = await recover(made.id)
          const { updatedAt, updatedBy } = recovered as Definition & { updatedAt: unknown; updatedBy: unknown }
          const { deletedAt, deletedBy } = item
          const origin = { type: "recovered", deletedAt, deletedBy }
          const wanted = { ...last, revision: last.revision + 1, origin, updatedAt, updatedBy }
          expectSame("R11", recovered, wanted, `what recover ${round} answered`)
          history.unshift(recovered)
          expectSame("R11", await client.ok(kind.id("get"), { id: made.id }), recovered, "what was recovered")
          if (kind.has("history"))
            expectSame("R11", await historyOf(client, kind, made.id), history, "the history of what was recovered")
          const all = kind.has("list") ? await walk(client, kind, { search: name, limit: 200 }) : [later, recovered]
          expectSame("R11", all, [later, recovered], "the list with what was recovered")
          expectSame("R12", idsOf(await listed(), [made]), [], "what was recovered, among the deleted")
        }
      })
  ),

  perKind(
    "R11",
    ["R11.name", "error.NAME_TAKEN"],
    "a name that is taken by now is NAME_TAKEN, and another can be given",
    (context) =>
      withBin(context, async ({ create, remove, recover, listed }) => {
        const { client, kind, word } = context
        const name = word()
        const made = await create(name)
        await remove(made)
        const other = await create(name.toUpperCase())
        await expectRefused(client, kind, { id: made.id }, "NAME_TAKEN", { name })
        await expectRefused(client, kind, { id: made.id, name: other.name }, "NAME_TAKEN", { name: other.name })
        expectSame("R12", idsOf(await listed(), [made]), [made.id], "the deleted, after a recover was refused")
        const recovered = await recover(made.id, ` ${name} again `)
        expectSame(
          "R11",
          [recovered.id, recovered.name, recovered.revision],
          [made.id, `${name} again`, 2],
          "a recover"
        )
        const first = await client.ok(kind.id("get"), { id: made.id, revision: 1 })
        expectSame("R11", first, made, "the revision before a recover")
        const taken = await client.call(kind.id("create"), kind.body(`${name} AGAIN`))
        if (taken.data !== undefined) await discard(client, kind, (taken.data as Definition).id)
        expectCode("R11", taken, "NAME_TAKEN", "the name of what was recovered")
        expectSame("R11", await client.ok(kind.id("get"), { id: other.id }), other, "another definition")
      })
  ),

  perReference(
    "R11",
    ["R11.references", "R11.content", "error.REFERENCE_NOT_FOUND"],
    "what refers to what is deleted is recovered after it, and holds it again",
    (context) =>
      withReference(context, async ({ target, user }) => {
        const { client, kind, used } = context
        for (const one of [kind, used]) one.id("recover")
        await client.ok(kind.id("delete"), { id: user.id, expectedRevision: 1 })
        await client.ok(used.id("delete"), { id: target.id, expectedRevision: 1 })
        const details = { references: ["used"] }
        await expectRefused(client, kind, { id: user.id }, "REFERENCE_NOT_FOUND", details)
        await client.ok(used.id("recover"), { id: target.id })
        const recovered = await client.ok(kind.id("recover"), { id: user.id })
        const { references } = recovered as Definition & { readonly references: unknown }
        expectSame(
          "R11",
          references,
          kind.references({ used: referenceTo(used, target.id) }),
          "the references of what was recovered"
        )
        const answer = await client.call(used.id("delete"), { id: target.id, expectedRevision: 2 })
        expectCode("R11", answer, "STILL_REFERENCED", "a delete of what is held by what was recovered")
      })
  ),

  perKind("R11", ["R11.race"], "of racing recovers exactly one wins, and the rest are NOT_FOUND", (context) =>
    withBin(context, async ({ create, remove }) => {
      const { client, kind, tried, scale, word } = context
      const rounds = Math.max(1, Math.round(5 * scale))
      for (let round = 0; round < rounds; round++) {
        const made = await create(word())
        await remove(made)
        const racers = Array.from({ length: 6 }, (_, n) => ({ id: made.id, name: `${made.name} ${n}` }))
        const answers = await Promise.all(racers.map((input) => client.call(kind.id("recover"), input)))
        const codes = answers.map(({ status, error }) => error?.code ?? String(status)).toSorted()
        expectSame("R11", codes, ["200", ...racers.slice(1).map(() => "NOT_FOUND")], "recovers that raced")
        const { revision } = await client.ok(kind.id("get"), { id: made.id })
        expect("R11", revision === 2, `recovers that raced made revision ${revision}`)
      }
      tried("races", rounds)
    })
  ),

  perKind(
    "R12",
    ["R12.walk", "R12.listed", "P2.range", "P3.operation", "P3.byte"],
    "a walk of the deleted yields each once, the last deleted first, and its cursors are good for nothing else",
    (context) =>
      withBin(context, async ({ create, remove, listed }) => {
        const { client, kind, word } = context
        const own: Array<Definition> = []
        for (let n = 0; n < 5; n++) {
          const one = await create(word())
          await remove(one)
          own.push(one)
        }
        for (const limit of [2, 3, 200]) {
          const items = (await listed(limit)).filter(({ definition }) => own.some(({ id }) => id === definition.id))
          expectSame("R12", idsOf(items, own).toSorted(), own.map(({ id }) => id).toSorted(), "a walk of the deleted")
          for (const [n, { recoverableUntil, definition }] of items.entries()) {
            const before = items[n - 1]
            if (before === undefined) continue
            const isLater =
              own.findIndex(({ id }) => id === before.definition.id) > own.findIndex(({ id }) => id === definition.id)
            const isRight =
              before.recoverableUntil === recoverableUntil || (isLater && before.recoverableUntil > recoverableUntil)
            expect("R12", isRight, `${before.definition.id} stands before ${definition.id} in a walk of the deleted`)
          }
        }
        const refused = async (input: object, what: string) =>
          expectCode("P3", await client.call(kind.id("deleted"), input), "VALIDATION_ERROR", what)
        for (const limit of [0, -1, 201, 1.5, "1", null]) await refused({ limit }, `limit ${limit}`)
        const { nextCursor } = await client.ok<DeletedPage>(kind.id("deleted"), { limit: 1 })
        expect("P2", nextCursor !== null, "a page of 1 of several is called the last")
        const at = Math.floor(nextCursor.length / 2)
        const changed = nextCursor.slice(0, at) + (nextCursor[at] === "A" ? "B" : "A") + nextCursor.slice(at + 1)
        await refused({ cursor: changed }, "a cursor with a byte changed")
        if (!kind.has("list")) return
        const two = [await create(word()), await create(word())]
        const page = await client.ok<{ nextCursor: string | null }>(kind.id("list"), { limit: 1 })
        expect("P2", page.nextCursor !== null, `a page of 1 of ${two.length} or more is called the last`)
        await refused({ cursor: page.nextCursor }, "a cursor of the list of those that are there")
        const answer = await client.call(kind.id("list"), { cursor: nextCursor })
        expectCode("P3", answer, "VALIDATION_ERROR", "a cursor of the deleted, for the list of those that are there")
      }),
    { also: ["P2", "P3"] }
  ),

  perKind(
    "R12",
    ["R12.gone"],
    "a recover of what is there, was recovered, or never was, is NOT_FOUND, and changes nothing",
    (context) =>
      withBin(context, async ({ create, remove, recover }) => {
        const { client, kind, others, word } = context
        const name = word()
        const made = await create(name)
        const gone = async (id: string, what: string) => {
          for (const input of [{ id }, { id, name: `${name} renamed` }])
            expectCode("R12", await client.call(kind.id("recover"), input), "NOT_FOUND", what)
        }
        await gone(made.id, "a recover of what is there")
        await gone(kind.missingId, "a recover of what never was")
        expectSame(
          "R12",
          await client.ok(kind.id("get"), { id: made.id }),
          made,
          "what is there, after a recover of it"
        )
        await remove(made)
        const recovered = await recover(made.id)
        await gone(made.id, "a second recover")
        expectSame("R12", await client.ok(kind.id("get"), { id: made.id }), recovered, "what was recovered once")
        for (const other of others) {
          if (!other.has("recover")) continue
          const answer = await client.call(other.id("recover"), { id: made.id })
          const { code } = answer.error ?? {}
          expect(
            "R12",
            code === "NOT_FOUND" || code === "VALIDATION_ERROR",
            `a recover as another kind: ${answer.text}`
          )
        }
      })
  ),

  nothingTo("another", "otherProjectId"),
  nothingTo("another organization's", "foreign")
]
