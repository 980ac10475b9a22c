import { setTimeout as sleep } from "node:timers/promises"
import type { Code } from "@agent-operations/error-envelope"
import type { Context } from "../check.ts"
import { type Answer, type Definition, expectCode } from "../client.ts"
import { expect, expectSame } from "../Broken.ts"
import type { Law } from "../laws.ts"
import { NotChecked } from "../NotChecked.ts"
import type { ServedKind } from "../served.ts"
import { isObject } from "../json.ts"
import { at, put, shapeOf } from "../shape.ts"
import { aliasForms } from "./aliases.ts"
import { basesOf, differenceOf, expectContent, shapeOfKind, shown } from "./content.ts"
import { discard, historyOf, referenceTo, unlessItsOwn, walk, withDefinitions } from "./fixtures.ts"
import { makeKeyOf } from "./made-keys.ts"
import { type ChecksOf, type OfKind, perFamily, perKind } from "./per.ts"

/** Fails unless an answer has one of some codes. */
const expectOneOf = (law: Law, { error, status, text }: Answer, codes: ReadonlyArray<Code>, what: string) =>
  expect(
    law,
    error !== undefined && codes.includes(error.code),
    `${what}: ${status} ${text.slice(0, 300)} instead of ${codes.join(" or ")}`
  )

/** The kind of which a definition of a kind may use one, if there is any. */
const usedBy = ({ kind, others }: OfKind): ServedKind | undefined =>
  [kind, ...others].find((one) => kind.mayReference.includes(one.name) && one.has("create") && one.has("delete"))

/** Runs something over a definition that one of a kind may use, where there is a kind of which it may. */
const withUsed = async (
  context: Context & OfKind,
  run: (used: { readonly kind: ServedKind; readonly id: string } | undefined) => Promise<void>
): Promise<void> => {
  const kind = usedBy(context)
  if (kind === undefined) return run(undefined)
  await withDefinitions(context.client, kind, [context.word()], ([made]) => run({ kind, id: made!.id }))
}

const parts = ["name", "description", "source", "settings", "references"] as const

/** Settings without a member that may be left out. */
const leastOf = (takes: (input: unknown) => boolean, base: unknown): unknown =>
  Object.keys(at(base, ["settings"]) as object).reduce<unknown>((input, name) => {
    const { [name]: _, ...rest } = at(input, ["settings"]) as Record<string, unknown>
    const without = put(input, ["settings"], rest)
    return takes(without) ? without : input
  }, base)

const isTime = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value) && !isNaN(Date.parse(value))

/** What a definition has beside its content. */
interface Stamped extends Definition {
  readonly kind: string
  readonly projectId: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly createdBy: unknown
  readonly updatedBy: unknown
}

const isActor = (actor: unknown) =>
  isObject(actor) &&
  Object.keys(actor).length === 3 &&
  (actor["type"] === "user" || actor["type"] === "api_key") &&
  ["id", "name"].every((name) => typeof actor[name] === "string" && actor[name] !== "")

const prefixOf = ({ missingId }: ServedKind) => missingId.slice(0, missingId.indexOf("_"))

const idPattern = (kind: ServedKind) => new RegExp(`^${prefixOf(kind)}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)

/** A text of so many characters, each of some units. */
const ofCharacters = (start: string, count: number, character: string) =>
  start + character.repeat(count - [...start].length)

const emoji = "\u{1f600}"

/** IDs near one that there is, none of which there is. */
const nearId = (id: string): ReadonlyArray<string> => {
  const [prefix, suffix] = id.split("_") as [string, string]
  const next = suffix.endsWith("a") ? "b" : "a"
  return [
    id.toUpperCase(),
    `${prefix}_${suffix.toUpperCase()}`,
    ` ${id}`,
    `${id} `,
    `${id}\n`,
    id.slice(0, -1),
    `${id}0`,
    suffix,
    `${prefix}${suffix}`,
    `${prefix}-${suffix}`,
    `zz_${suffix}`,
    `${prefix}_${suffix.slice(0, -1)}u`,
    `${prefix}_8${suffix.slice(1)}`,
    // Base32 as people read it.
    `${prefix}_${suffix.replace("0", "o")}`,
    `${prefix}_${suffix.replace("0", "O")}`,
    `${prefix}_${suffix.replace("1", "l")}`,
    `${prefix}_${suffix.replace("1", "I")}`,
    `${prefix}%5f${suffix}`,
    `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    `${prefix}_${suffix.slice(0, -1)}${next}`,
    ""
  ]
}

/** Laws of what a definition is, and that it is kept. */
export const definitions: ReadonlyArray<ChecksOf> = [
  perKind(
    "R2",
    [
      "R2.next",
      "R2.absent",
      "R2.kept",
      "E4.default",
      "update.parts",
      "update.empty",
      "definition.origin",
      "history.whole"
    ],
    "an update of any parts, of all, and of none, changes those alone",
    (context) =>
      withUsed(context, async (used) => {
        const { client, kind, served, word } = context
        const shape = shapeOfKind(served, kind)
        const bases = basesOf(shape, kind)
        const [first, last] = [bases[0], leastOf(shape.takes, bases.at(-1))]
        const follows = used && referenceTo(used.kind, used.id)
        const references = follows === undefined ? {} : { a: follows, b: { ...follows, revision: 1 }, c: follows }
        const values = {
          name: [word(), word()],
          description: ["What it is for.", null],
          source: [at(first, ["source"]), at(bases[1], ["source"]) ?? at(first, ["source"])],
          settings: [at(first, ["settings"]), at(last, ["settings"])],
          references: [kind.references(), kind.references(references)]
        }
        // Every part has something to begin with, so that one that is lost is seen.
        const now = { name: 0, description: 0, source: 0, settings: 0, references: 1 }
        const contentOf = () => Object.fromEntries(parts.map((part) => [part, values[part][now[part]]]))
        const answered: Array<Definition> = []
        const made = await client.call(kind.id("create"), contentOf())
        // A host's own validation may ask for more than its schema.
        const start = made.data === undefined && !kind.isBuiltIn ? kind.body(word()) : undefined
        const { id, ...rest } = (made.data ??
          (await client.ok(kind.id("create"), start ?? contentOf()))) as Definition & Record<string, unknown>
        if (start !== undefined) {
          for (const part of ["source", "settings"] as const) values[part] = [rest[part], rest[part]]
          values.name[0] = rest.name
          values.description[0] = rest.description
          now.references = 0
        }
        answered.push({ id, ...rest })
        try {
          for (let choice = 0; choice < 2 ** parts.length; choice++) {
            const changed = parts.filter((_, n) => (choice >> n) % 2 === 1)
            for (const part of changed) now[part] = 1 - now[part]
            const changes = Object.fromEntries(changed.map((part) => [part, values[part][now[part]]]))
            const what = changed.length === 0 ? "an update of nothing" : `an update of ${changed.join(", ")}`
            const answer = await client.call(kind.id("update"), {
              id,
              expectedRevision: answered.length,
              ...changes
            })
            if (answer.error?.code === "VALIDATION_ERROR" && !kind.isBuiltIn) {
              // A host's own validation refuses parts that do not go together.
              for (const part of changed) now[part] = 1 - now[part]
              continue
            }
            expect(
              "R2",
              answer.data !== undefined,
              `${what} was answered ${answer.status} ${answer.text.slice(0, 300)}`
            )
            const next = answer.data as Definition
            expectContent(shape, next, { input: contentOf() }, what, "R2")
            expect("R2", next.revision === answered.length + 1, `${what} made revision ${next.revision}`)
            expectSame("R2", next.origin, { type: "updated" }, `the origin after ${what}`)
            answered.push(next)
          }
          const current = await client.ok(kind.id("get"), { id })
          expect("R2", differenceOf(current, answered.at(-1)) === undefined, "get reads no more what was answered")
          if (!kind.has("history")) return
          const items = (await historyOf(client, kind, id)).toReversed()
          const difference = differenceOf(items, answered)
          expect(
            "R2",
            difference === undefined,
            `the history differs at ${difference?.join("/")} from what was answered`
          )
        } finally {
          await discard(client, kind, id)
        }
      })
  ),

  perKind(
    "R2",
    [
      "definition.id",
      "definition.kind",
      "definition.created",
      "definition.updated",
      "definition.times",
      "definition.actor",
      "definition.origin",
      "R5.origin",
      "R6.origin",
      "history.whole"
    ],
    "a revision says what it is of, where, how it came to be, when and by whom, and goes on saying so",
    async ({ as, client, kind, served, target, word }) => {
      const second = await makeKeyOf(target, served.scopes.all)
      const other = as({ key: second?.key })
      const name = word()
      const made: Array<string> = []
      try {
        const create = (by: typeof client, of: string) => by.ok<Stamped>(kind.id("create"), kind.body(of))
        const one = await create(client, name)
        made.push(one.id)
        const two = await create(other, `${name} other`)
        made.push(two.id)
        const [caller, otherCaller] = [one.createdBy, two.createdBy]
        const update = async (by: typeof client, expectedRevision: number) => {
          // Longer than a time is exact.
          await sleep(15)
          const input = { id: one.id, expectedRevision, description: `Number ${expectedRevision}.` }
          return by.ok<Stamped>(kind.id("update"), input)
        }
        const revisions = [one, await update(client, 1), await update(other, 2), await update(client, 3)]
        const by = [caller, caller, otherCaller, caller]
        const origins: Array<unknown> = ["created", "updated", "updated", "updated"].map((type) => ({ type }))
        if (kind.has("restore")) {
          await sleep(15)
          revisions.push(await other.ok<Stamped>(kind.id("restore"), { id: one.id, revision: 2 }))
          by.push(otherCaller)
          origins.push({ type: "restored", revision: 2 })
        }
        for (const [n, revision] of revisions.entries()) {
          const what = `revision ${n + 1}`
          expect("R2", idPattern(kind).test(revision.id) && revision.id === one.id, `${what} has the ID ${revision.id}`)
          expect("R2", revision.kind === kind.name, `${what} is of the kind ${revision.kind}`)
          expect("R2", revision.projectId === target.projectId, `${what} is in the project ${revision.projectId}`)
          expect("R2", isTime(revision.createdAt), `${what} has the createdAt ${revision.createdAt}`)
          expect("R2", isTime(revision.updatedAt), `${what} has the updatedAt ${revision.updatedAt}`)
          expect("R2", isActor(revision.createdBy), `${what} has the createdBy ${shown(revision.createdBy)}`)
          expect("R2", isActor(revision.updatedBy), `${what} has the updatedBy ${shown(revision.updatedBy)}`)
          expectSame("R2", revision.createdAt, one.createdAt, `createdAt of ${what}`)
          expectSame("R2", revision.createdBy, caller, `createdBy of ${what}`)
          expectSame("R2", revision.updatedBy, by[n], `updatedBy of ${what}`)
          expectSame("R2", revision.origin, origins[n], `the origin of ${what}`)
          const before = revisions[n - 1]?.updatedAt
          const isLater = before === undefined ? revision.updatedAt >= one.createdAt : revision.updatedAt > before
          expect("R2", isLater, `${what} was made at ${revision.updatedAt}, after one of ${before ?? one.createdAt}`)
          const read = await client.ok(kind.id("get"), { id: one.id, revision: n + 1 })
          expectSame("R2", read, revision, `what get reads of ${what}`)
        }
        if (kind.has("history")) {
          const items = (await historyOf(client, kind, one.id)).toReversed()
          expectSame("R2", items, revisions, "the history")
        }
        if (kind.has("list")) {
          const items = await walk(client, kind, { search: name, limit: 50 })
          expectSame("R2", items, [two, revisions.at(-1)], "what a list has")
        }
        if (!kind.has("copy")) return
        const copy = await other.ok<Stamped>(kind.id("copy"), { id: one.id, name: `${name} copy`, revision: 2 })
        made.push(copy.id)
        expectSame("R6", copy.origin, { type: "copied", id: one.id, revision: 2 }, "the origin of a copy")
        expectSame("R2", [copy.createdBy, copy.updatedBy], [otherCaller, otherCaller], "who made a copy")
        expect("R2", copy.createdAt > revisions[1]!.updatedAt, `a copy has the createdAt ${copy.createdAt}`)
        const isNew = idPattern(kind).test(copy.id) && !made.slice(0, -1).includes(copy.id)
        expect("R2", isNew, `a copy has the ID ${copy.id}`)
        expectSame("R2", await client.ok(kind.id("get"), { id: copy.id }), copy, "what get reads of a copy")
      } finally {
        for (const id of made) await discard(client, kind, id)
        await second?.revoke()
      }
    }
  ),

  perKind(
    "R6",
    ["definition.name.unique", "definition.name.own", "definition.name", "error.NAME_TAKEN"],
    "a name that is another's, whatever its case and composition, is NAME_TAKEN to each operation that would give it",
    async ({ client, kind, others, word }) => {
      const start = word()
      // ß and other letters that are more than one in another case are left to the server.
      const [first, same, free] = [`${start} Éclair Ω`, `${start.toUpperCase()} e\u0301CLAIR ω`, `${start} free`]
      await withDefinitions(client, kind, [first, free], async ([one, two]) => {
        const taken = async (verb: "create" | "update" | "copy", input: object, name: string) => {
          if (!kind.has(verb)) return
          const answer = await client.call(kind.id(verb), { ...input, name })
          if (answer.data !== undefined && verb !== "update")
            await discard(client, kind, (answer.data as Definition).id)
          expectCode("R6", answer, "NAME_TAKEN", `${verb} of the name ${name}`)
          expectSame("R6", answer.error!.details, { name: name.trim() }, `the details of ${verb}`)
        }
        for (const name of [first, same, ` ${first}\n`]) {
          await taken("create", kind.body(""), name)
          await taken("update", { id: two!.id, expectedRevision: 1 }, name)
          await taken("copy", { id: one!.id }, name)
        }
        const unchanged = await client.ok(kind.id("get"), { id: two!.id })
        expectSame("R6", unchanged, two, "what was not renamed")
        const renamed = await client.ok(kind.id("update"), { id: one!.id, expectedRevision: 1, name: ` ${same} ` })
        expect("R6", renamed.name === same, `a definition renamed to its own name ${same} has the name ${renamed.name}`)
        await client.ok(kind.id("update"), { id: one!.id, expectedRevision: 2, name: `${start} moved` })
        await client.ok(kind.id("update"), { id: two!.id, expectedRevision: 1, name: first })
        if (kind.has("restore")) {
          const answer = await client.call(kind.id("restore"), { id: one!.id, revision: 2 })
          expectCode("R6", answer, "NAME_TAKEN", `a restore of the name ${same}`)
          expectSame("R6", answer.error!.details, { name: same }, "the details of a restore")
        }
        for (const other of others.filter(({ has }) => has("create") && has("delete")))
          await withDefinitions(client, other, [first], async () => {})
      })
    }
  ),

  perKind(
    "E3",
    ["definition.name", "definition.description", "E3.input", "E3.nothing", "E4.text"],
    "a name of 120 and a description of 2,000 characters are kept, and one more is refused",
    async ({ client, kind, word }) => {
      const start = word()
      const made: Array<string> = []
      let count = 0
      const names = (n: number) => ["x", emoji, "\u20ac"].map((one) => ofCharacters(`${start}.${count++}.`, n, one))
      const descriptions = (n: number) => ["x", emoji, "\u20ac"].map((one) => ofCharacters("", n, one))
      const take = async (answer: Answer, sent: { readonly name: string; readonly description?: string }) => {
        expect(
          "E3",
          answer.data !== undefined,
          `${shown(sent)} was answered ${answer.status} ${answer.text.slice(0, 300)}`
        )
        const { id } = answer.data as Definition
        if (!made.includes(id)) made.push(id)
        const read = await client.ok(kind.id("get"), { id })
        expectSame("E4", read.name, sent.name.trim(), "a name")
        if (sent.description !== undefined) expectSame("E4", read.description, sent.description, "a description")
      }
      try {
        for (const n of [0, 1, 2]) {
          const sent = { name: names(120)[n]!, description: descriptions(2000)[n]! }
          await take(await client.call(kind.id("create"), kind.body("", sent)), sent)
        }
        const id = made[0]!
        for (const n of [0, 1, 2]) {
          const sent = { name: ` \t\n${names(120)[n]!}\r\n `, description: descriptions(2000)[n]! }
          await take(await client.call(kind.id("update"), { id, expectedRevision: n + 1, ...sent }), sent)
          if (!kind.has("copy")) continue
          const copy = { name: names(120)[n]! }
          await take(await client.call(kind.id("copy"), { id, ...copy }), copy)
        }
        // What is left out is null, as what is so by name.
        for (const sent of [{}, { description: null }]) {
          const { id: none, description } = await client.ok(kind.id("create"), kind.body(word(), sent))
          made.push(none)
          expectSame("E4", description, null, "a description that is left out or null")
        }
        const short = { name: String.fromCodePoint(0x20000 + Math.floor(Math.random() * 0xa000)) }
        await take(await client.call(kind.id("create"), kind.body("", short)), short)
        const before = await client.ok(kind.id("get"), { id })
        const wrong = [
          ...[...names(121), "", " ", "\t\r\n "].map((name) => ({ name })),
          ...descriptions(2001).map((description) => ({ description }))
        ]
        for (const one of wrong) {
          for (const verb of ["create", "update", "copy"] as const) {
            if (!kind.has(verb) || (verb === "copy" && !("name" in one))) continue
            const input =
              verb === "create"
                ? kind.body(word(), one)
                : { id, ...(verb === "copy" ? {} : { expectedRevision: 4 }), ...one }
            const answer = await client.call(kind.id(verb), input, { repeatable: true })
            if (answer.data !== undefined && verb !== "update") made.push((answer.data as Definition).id)
            const [text = ""] = Object.values(one)
            const what = `${verb} with ${Object.keys(one).join()} of ${[...text].length} characters`
            expectCode("E3", answer, "VALIDATION_ERROR", what)
          }
        }
        expectSame("E3", await client.ok(kind.id("get"), { id }), before, "what was refused to be changed")
      } finally {
        for (const id of made) await discard(client, kind, id)
      }
    }
  ),

  perKind(
    "E3",
    ["definition.references", "definition.references.same", "E3.input", "E3.nothing"],
    "64 references, by aliases of up to 40 letters, digits and underscores, are kept, and others are refused",
    (context) =>
      withUsed(context, async (used) => {
        const { client, kind, word } = context
        if (used === undefined) throw new NotChecked("the kind may refer to none that can be created")
        const follows = referenceTo(used.kind, used.id)
        const pinned = { ...follows, revision: 1 }
        const free = 64 - Object.keys(kind.references()).length
        const many = (n: number) =>
          Array.from(
            { length: n },
            (_, at) => [aliasForms[at] ?? `alias_${at}`, at % 3 === 0 ? pinned : follows] as const
          )
        const right = kind.references(Object.fromEntries(many(free)))
        const wrong: ReadonlyArray<readonly [what: string, references: object]> = [
          ["65 references", Object.fromEntries(many(free + 1))],
          ...[
            "A",
            "_a",
            "1a",
            "a-b",
            "a.b",
            "a b",
            "é",
            "aé",
            "a\n",
            "\na",
            "",
            "a".repeat(41),
            "__proto__",
            "a/b"
          ].map((alias) => [`the alias ${JSON.stringify(alias)}`, Object.fromEntries([[alias, follows]])] as const)
        ]
        await context.withDefinitions([word()], async ([made]) => {
          const { id } = made!
          const update = await client.call(kind.id("update"), { id, expectedRevision: 1, references: right })
          unlessItsOwn(kind, update.error, `64 references of ${kind.name}`)
          expect(
            "E3",
            update.data !== undefined,
            `64 references were answered ${update.status} ${update.text.slice(0, 300)}`
          )
          const updated = update.data as Definition
          expectSame("E4", updated.references, right, "64 references")
          const create = await client.call(
            kind.id("create"),
            kind.body(word(), { references: Object.fromEntries(many(free)) })
          )
          unlessItsOwn(kind, create.error, `64 references of ${kind.name}`)
          expect(
            "E3",
            create.data !== undefined,
            `64 references were answered ${create.status} ${create.text.slice(0, 300)}`
          )
          const created = create.data as Definition
          try {
            expectSame("E4", created.references, right, "64 references")
            const references = kind.references({ a: follows, b: pinned })
            const given = await client.ok(kind.id("update"), { id: created.id, expectedRevision: 1, references })
            expectSame("E4", given.references, references, "other references")
          } finally {
            await discard(client, kind, created.id)
          }
          for (const [what, references] of wrong) {
            const answers = [
              await client.call(kind.id("create"), kind.body(word(), { references }), { repeatable: true }),
              await client.call(
                kind.id("update"),
                { id, expectedRevision: 2, references: kind.references(references) },
                { repeatable: true }
              )
            ]
            const [{ data }] = answers as [Answer, Answer]
            if (data !== undefined) await discard(client, kind, (data as Definition).id)
            for (const answer of answers) expectCode("E3", answer, "VALIDATION_ERROR", what)
          }
          for (const near of nearId(used.id)) {
            const references = kind.references({ a: { ...follows, id: near } })
            const input = { id, expectedRevision: 2, references }
            const answer = await client.call(kind.id("update"), input, { repeatable: true })
            const what = `a reference to the ID ${JSON.stringify(near)}`
            expectOneOf("E3", answer, ["VALIDATION_ERROR", "REFERENCE_NOT_FOUND"], what)
          }
          const read = await client.ok(kind.id("get"), { id })
          expectSame("E3", read, updated, "what was refused to be changed")
          expectSame("E4", made!.references, kind.references(), "references that are left out")
        })
      })
  ),

  perKind(
    "E3",
    ["revision.bounds", "get.revision", "E3.input", "E3.nothing"],
    "a revision is 1 to 2^31 - 1: there is none beyond the last, and what is no revision is refused",
    async ({ client, kind, withDefinitions, word }) =>
      withDefinitions([word()], async ([made]) => {
        const { id } = made!
        const last = 2_147_483_647
        const takes = [
          ["get", "revision", "NOT_FOUND"],
          ["copy", "revision", "NOT_FOUND"],
          ["restore", "revision", "NOT_FOUND"],
          ["restore", "expectedRevision", "CONFLICT"],
          ["update", "expectedRevision", "CONFLICT"],
          ["delete", "expectedRevision", "CONFLICT"],
          ["history", "before", undefined]
        ] as const
        for (const [verb, member, code] of takes) {
          if (!kind.has(verb)) continue
          const call = async (revision: number, codes: ReadonlyArray<Code>) => {
            const more = verb === "copy" ? { name: word() } : verb === "restore" ? { revision: 1 } : {}
            const input = { id, ...more, [member]: revision }
            const answer = await client.call(kind.id(verb), input, { repeatable: true })
            if (verb === "copy" && answer.data !== undefined)
              await discard(client, kind, (answer.data as Definition).id)
            const what = `${kind.id(verb)} with the ${member} ${revision}`
            const isRead = code === undefined && answer.data !== undefined && revision > 0
            if (!isRead) expectOneOf("E3", answer, codes, what)
            if (answer.error?.code === "CONFLICT")
              expectSame("R3", answer.error.details, { expectedRevision: revision, currentRevision: 1 }, what)
          }
          // 257 and 65,537 are 1 to who counts in a byte or two.
          for (const there of [2, 3, 4, 257, 65_537, last]) await call(there, code === undefined ? [] : [code])
          // One more than a server can keep is nowhere, which it may say.
          await call(last + 1, code === undefined ? ["VALIDATION_ERROR"] : ["VALIDATION_ERROR", code])
          await call(Number.MAX_SAFE_INTEGER, code === undefined ? ["VALIDATION_ERROR"] : ["VALIDATION_ERROR", code])
          for (const none of [0, -1, 1.5, -last - 1]) await call(none, ["VALIDATION_ERROR"])
        }
        expectSame("E3", await client.ok(kind.id("get"), { id }), made, "what was refused to be changed")
      })
  ),

  perFamily(
    "E3",
    ["definition.id", "E3.input", "R8.gone"],
    "an ID that is nearly one that there is, is refused or not found by every operation",
    async ({ client, family, served, word }) => {
      if (!family.operations.some((operation) => served.aboutOf(operation) !== undefined))
        throw new NotChecked("no operation of the family takes an ID")
      for (const kind of served.kinds) {
        const operations = family.operations.filter((operation) => served.aboutOf(operation)?.kind === kind)
        if (operations.length === 0) continue
        await withDefinitions(client, kind, [word()], async ([made]) => {
          for (const operation of operations) {
            const site = shapeOf(operation).sites.find(({ path }) => path.length === 1 && path[0] === "id")
            // Who is no person is told so first, whatever is asked for.
            if (site === undefined || operation.callers === "people") continue
            // Beside the ID all is right: of two faults a server tells either.
            const { input: example } = operation.example
            const right = (isObject(example) && "id" in example ? example : site.whole) as object
            const others = served.kinds
              .filter((other) => other !== kind)
              .flatMap((other) => [other.missingId, made!.id.replace(/^[^_]*/, prefixOf(other))])
            for (const id of [...nearId(made!.id), kind.missingId, ...others]) {
              const input = { ...right, id }
              const own = "expectedRevision" in input ? { expectedRevision: 1 } : {}
              const named = "name" in input ? { name: word() } : {}
              const sent = { ...input, ...own, ...named, ...("references" in input ? { references: {} } : {}) }
              const answer = await client.call(operation.id, sent, { repeatable: true })
              const codes: ReadonlyArray<Code> =
                id === kind.missingId ? ["NOT_FOUND"] : ["NOT_FOUND", "VALIDATION_ERROR"]
              expectOneOf("E3", answer, codes, `${operation.id} with the ID ${JSON.stringify(id)}`)
            }
          }
          expectSame("E3", await client.ok(kind.id("get"), { id: made!.id }), made, "a definition with an ID near them")
        })
      }
    },
    { long: true }
  )
]
