import { viewFamilies } from "@agent-operations/contract"
import * as Result from "effect/Result"
import { assert, describe, it } from "vitest"
import type { Content } from "../src/sync/content.ts"
import { parseDocument, type Rendering, renderDocument } from "../src/sync/document.ts"
import { folderKinds } from "../src/sync/kinds.ts"
import { type Lock, type Seen, seenOf } from "../src/sync/lock.ts"
import { type Comparison, compare, isKnown, isUnknown, type Place, type Remote } from "../src/sync/project.ts"
import { basesOf, planPull, type PullOutcome, type PullPlan } from "../src/sync/pull-plan.ts"
import { planPush, type PushPlan } from "../src/sync/push-plan.ts"

const kinds = folderKinds(viewFamilies)
const [kind, field] = ["page_view", "custom_field"].map((name) => kinds.find((one) => one.name === name)!) as [
  (typeof kinds)[number],
  (typeof kinds)[number]
]
const projectId = "project"

const settings = { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} }
const content = (more: Partial<Content> = {}): Content => ({
  ...{ name: "A", description: null, source: { type: "table" }, settings, references: {} },
  ...more
})
const react = (code: string) => ({ source: { type: "react", code } })
const remoteOf = (id: string, revision: number, said: Content): Remote => ({
  ...{ kind, id, revision, by: "Ada" },
  content: said
})
const uses = (id: string, revision: number | null = null) => ({ kind: "page_view", id, revision })

/** The files of a definition, where a reference is given by its ID unless it has a name. */
const filesOf = (place: string, said: Partial<Content>, given: Partial<Rendering> = {}) =>
  renderDocument(place, kind, said, { projectId, nameOf: () => undefined, pins: {}, ...given })

const read = (place: string, files: ReadonlyMap<string, string>) =>
  Result.getOrThrow(parseDocument(place, kind, files, projectId))

/** A folder of page views by the stems of their files, beside what was seen and what its project has. */
const beside = (
  here: Readonly<Record<string, Content>>,
  seen: Readonly<Record<string, Seen>>,
  remotes: ReadonlyArray<Remote>
): Comparison => {
  const documents = Object.entries(here).map(([stem, said]) =>
    read(`page-views/${stem}`, filesOf(`page-views/${stem}`, said, { nameOf: ({ id }) => /^\?(.*)/.exec(id)?.[1] }))
  )
  const lock: Lock = new Map(
    Object.entries(seen).map(([at, one]) => [at.includes("/") ? at : `page-views/${at}`, one] as const)
  )
  return compare({ documents, unreadable: [] }, lock, remotes, kinds)
}

const pulled = (comparison: Comparison, discard = false, bases: ReadonlyMap<string, Content> = new Map()) =>
  planPull(comparison, bases, { projectId, discard })
const pushed = (comparison: Comparison, prune = false) => planPush(comparison, { projectId, prune })

describe("a definition on both sides", () => {
  const place = "page-views/a"
  const paths = [`${place}.json`]
  const base = content()
  const mine = content({ description: "Mine" })
  const theirs = content({ description: "Theirs" })
  const grouped = content({ settings: { ...settings, groupBy: "trace.name" } })
  const both = content({ description: "Mine", settings: { ...settings, groupBy: "trace.name" } })
  const seen = seenOf({ id: "pv_1", revision: 1, content: base })
  const first = remoteOf("pv_1", 1, base)
  const second = remoteOf("pv_1", 2, theirs)
  const anew = remoteOf("pv_2", 1, theirs)
  const newer = remoteOf("pv_2", 2, theirs)
  const textOf = (said: Partial<Content>) => filesOf(place, said).get(paths[0]!)!

  /** Text of both sides of a description and what they had in common, between marks. */
  const marked = (before: string, revision: number) =>
    textOf(mine).replace(
      /^.*"Mine",\n/m,
      `<<<<<<< here\n  "description": "Mine",\n||||||| ${before}=======\n  "description": "Theirs",\n>>>>>>> there, revision ${revision}\n`
    )

  type Plan = { readonly [Member in keyof PullPlan]: unknown }
  const line = (
    outcome: PullOutcome,
    one: { id?: string; revision?: number } | undefined,
    note?: string,
    at = place
  ) => ({
    ...{ place: at, outcome, id: one?.id, revision: one?.revision },
    ...(note !== undefined && { note })
  })
  const locked = (one: Seen | undefined, at = place) => (one === undefined ? [] : [[at, one]])
  /** Leaves the files as they are. */
  const leaves = (outcome: PullOutcome, one: Seen | undefined, note?: string): Plan => ({
    ...{ files: [], removed: [], lock: locked(one) },
    pulled: [line(outcome, one, note)]
  })
  const writes = (outcome: PullOutcome, remote: Remote, text: string, note?: string): Plan => ({
    ...{ files: [[paths[0], text]], removed: [], lock: locked(seenOf(remote)) },
    pulled: [line(outcome, remote, note)]
  })
  const takes = (outcome: PullOutcome, remote: Remote, note?: string) =>
    writes(outcome, remote, textOf(remote.content), note)
  const removes = (outcome: PullOutcome, note: string): Plan => ({
    ...{ files: [], removed: paths, lock: [] },
    pulled: [line(outcome, undefined, note)]
  })

  const nothing: PushPlan = { steps: [], conflicts: [], rest: [], seen: new Map(), problems: [] }
  type Pushes = (at: Place) => Partial<PushPlan>
  const unchanged =
    (remote: Remote): Pushes =>
    () => ({ rest: [{ place, outcome: "unchanged" }], seen: new Map([[place, seenOf(remote)]]) })
  const rests =
    (outcome: "behind" | "kept", note: string, at = place): Pushes =>
    () => ({ rest: [{ place: at, outcome, note }] })
  const clashes =
    (why: string): Pushes =>
    ({ seen, document, remote }) => ({ conflicts: [{ place, kind, why, seen, document, remote }] })
  const creates: Pushes = ({ document }) => ({
    steps: [{ type: "create", place, kind, document: document!, later: new Set() }]
  })
  const updates: Pushes = ({ document, remote }) => ({
    steps: [{ type: "update", place, kind, document: document!, remote: remote!, changed: ["description"] }],
    seen: new Map([[place, seen]])
  })
  const deletes: Pushes = ({ remote }) => ({ steps: [{ type: "delete", place, kind, remote: remote! }] })
  const forgets: Pushes = () => ({ seen: new Map([[place, undefined]]) })
  const unread: Pushes = () => ({ problems: ["No JSON."] })

  interface Case {
    readonly is: string
    readonly here?: Content | "unreadable"
    readonly seen?: Seen
    readonly there?: Remote
    readonly pull: Plan
    /** What `--discard` does else. */
    readonly discard?: Plan
    /** The revision that a merge needs. */
    readonly base?: number
    readonly push: Pushes
    /** What `--prune` does else. */
    readonly prune?: Pushes
  }

  const clash = (revision: number) =>
    `changed here, and there to revision ${revision} by Ada: edit it between the marks`
  const goneHere = "deleted there, changed here"
  const goneClash = `${goneHere}: push creates it anew; remove the file where it is not wanted`
  const keptHere = rests("kept", "deleted here: --prune deletes it there")

  const cases: ReadonlyArray<Case> = [
    { is: "new here", here: mine, pull: leaves("kept", undefined, "new here"), push: creates },
    {
      is: "new here, and cannot be read",
      here: "unreadable",
      pull: leaves("kept", undefined, "No JSON."),
      push: unread
    },
    {
      ...{ is: "the same, and was never seen", here: base, there: first },
      pull: leaves("unchanged", seenOf(first)),
      push: unchanged(first)
    },
    {
      ...{ is: "not the same, and was never seen", here: mine, there: remoteOf("pv_1", 1, theirs) },
      pull: writes("clash", remoteOf("pv_1", 1, theirs), marked("no common revision\n", 1), clash(1)),
      discard: takes("discarded", remoteOf("pv_1", 1, theirs), "changed here"),
      push: clashes("there too, and never pulled")
    },
    { is: "as it was", here: base, seen, there: first, pull: leaves("unchanged", seen), push: unchanged(first) },
    {
      ...{ is: "changed here", here: mine, seen, there: first },
      pull: leaves("kept", seen, "changed here"),
      discard: takes("discarded", first, "changed here"),
      push: updates
    },
    {
      ...{ is: "changed there", here: base, seen, there: second },
      pull: takes("updated", second),
      push: rests("behind", "changed there to revision 2: pull")
    },
    {
      ...{ is: "changed on both sides in different places", here: mine, seen, there: remoteOf("pv_1", 2, grouped) },
      pull: writes("merged", remoteOf("pv_1", 2, grouped), textOf(both), "changed here, and there to revision 2"),
      discard: takes("discarded", remoteOf("pv_1", 2, grouped), "changed here"),
      base: 1,
      push: clashes("changed here since revision 1, and there to revision 2 by Ada")
    },
    {
      ...{ is: "changed on both sides in one place", here: mine, seen, there: second },
      pull: writes("clash", second, marked('revision 1\n  "description": null,\n', 2), clash(2)),
      discard: takes("discarded", second, "changed here"),
      base: 1,
      push: clashes("changed here since revision 1, and there to revision 2 by Ada")
    },
    {
      ...{ is: "changed alike on both sides", here: mine, seen, there: remoteOf("pv_1", 2, mine), base: 1 },
      pull: leaves("unchanged", seenOf(remoteOf("pv_1", 2, mine))),
      push: unchanged(remoteOf("pv_1", 2, mine))
    },
    {
      ...{ is: "deleted here", seen, there: first },
      pull: leaves("kept", seen, "deleted here: push --prune deletes it there"),
      discard: takes("added", first, "was deleted here"),
      push: keptHere,
      prune: deletes
    },
    {
      ...{ is: "deleted here, and changed there", seen, there: second },
      pull: leaves("clash", seen, "deleted here, and changed there to revision 2 by Ada: --discard brings it back"),
      discard: takes("added", second, "was deleted here"),
      push: keptHere,
      prune: clashes("deleted here, and changed there to revision 2 by Ada")
    },
    {
      ...{ is: "deleted there", here: base, seen },
      pull: { ...removes("removed", "deleted there") },
      push: rests("behind", "deleted there: pull")
    },
    {
      ...{ is: "changed here, and deleted there", here: mine, seen },
      pull: leaves("clash", undefined, goneClash),
      discard: removes("discarded", goneHere),
      push: clashes("changed here, and deleted there")
    },
    { is: "deleted on both sides", seen, pull: leaves("unchanged", undefined), push: forgets },
    {
      ...{ is: "not to be read", here: "unreadable", seen, there: first },
      pull: leaves("kept", seen, "No JSON."),
      discard: takes("discarded", first, "changed here"),
      push: unread
    },
    {
      ...{ is: "not to be read, and changed there", here: "unreadable", seen, there: second },
      pull: leaves(
        "clash",
        seen,
        "changed there to revision 2, and not merged: pull again once it can be read\nNo JSON."
      ),
      discard: takes("discarded", second, "changed here"),
      push: unread
    },
    {
      ...{ is: "not to be read, and deleted there", here: "unreadable", seen },
      pull: leaves("clash", undefined, goneClash),
      discard: removes("discarded", goneHere),
      push: unread
    },
    {
      ...{ is: "created anew there", here: base, seen, there: anew },
      pull: takes("updated", anew),
      push: rests("behind", "changed there to revision 1: pull")
    },
    {
      ...{ is: "changed here, and created anew there", here: mine, seen, there: anew },
      pull: writes("clash", anew, marked("no common revision\n", 1), clash(1)),
      discard: takes("discarded", anew, "changed here"),
      push: clashes("changed here, and deleted and created anew there")
    },
    {
      ...{ is: "changed here, and created anew and changed there", here: mine, seen, there: newer },
      pull: writes("clash", newer, marked("no common revision\n", 2), clash(2)),
      discard: takes("discarded", newer, "changed here"),
      push: clashes("changed here, and deleted and created anew there")
    }
  ]

  it.each(cases)("is pulled and pushed by what became of it: $is", ({ here, seen, there, base: revision, ...told }) => {
    const document = here === undefined || here === "unreadable" ? [] : [read(place, filesOf(place, here))]
    const unreadable = here === "unreadable" ? [{ place, kind, why: "No JSON.", paths }] : []
    const lock: Lock = new Map(seen === undefined ? [] : [[place, seen]])
    const comparison = compare({ documents: document, unreadable }, lock, there === undefined ? [] : [there], kinds)
    const bases = basesOf(comparison)
    assert.deepStrictEqual(bases, revision === undefined ? [] : [{ remote: there!, revision }])
    for (const discard of [false, true]) {
      const {
        files,
        removed,
        lock,
        pulled: lines
      } = pulled(comparison, discard, new Map(bases.map(({ remote }) => [remote.id, base])))
      assert.deepStrictEqual(
        { files: [...files], removed, lock: [...lock], pulled: lines } as Plan,
        discard ? (told.discard ?? told.pull) : told.pull
      )
    }
    const [at] = comparison.places
    for (const prune of [false, true]) {
      const pushes = prune ? (told.prune ?? told.push) : told.push
      assert.deepStrictEqual(pushed(comparison, prune), { ...nothing, ...pushes(at!) })
    }
  })
})

describe("a pull", () => {
  const named = (id: string, name: string, of = kind): Remote => ({
    ...{ kind: of, id, revision: 1, by: "Ada" },
    content: content({ name })
  })
  const told = ({ pulled: lines }: PullPlan) => lines.map(({ place, outcome, id }) => [place, outcome, id])

  it("calls what is new by its name, in the order of IDs, beside what its folder has", () => {
    const remotes = [named("pv_3", "a"), named("pv_1", "A!"), named("pv_2", "B"), named("cf_1", "A", field)]
    const here = { a: content({ name: "Mine" }), c: content({ name: "C" }) }
    assert.deepStrictEqual(told(pulled(beside(here, {}, remotes))), [
      ["page-views/a", "kept", undefined],
      ["page-views/c", "kept", undefined],
      ["custom-fields/a", "added", "cf_1"],
      ["page-views/a-2", "added", "pv_1"],
      ["page-views/b", "added", "pv_2"],
      ["page-views/a-3", "added", "pv_3"]
    ])
  })

  it("keeps what was seen of kinds that are not known here, and of no other", () => {
    const seen = seenOf({ id: "xx_1", revision: 4, content: content() })
    const comparison = beside({}, { "strange/a": seen, gone: { ...seen, id: "pv_9" } }, [])
    assert.deepStrictEqual([...comparison.foreign], [["strange/a", seen]])
    assert.deepStrictEqual([...pulled(comparison).lock], [["strange/a", seen]])
    assert.deepStrictEqual(told(pulled(comparison)), [["page-views/gone", "unchanged", undefined]])
  })

  it("has a file of code come and go with the code", () => {
    const [plain, coded] = [content(), content(react("1\n"))]
    const one = { a: seenOf({ id: "pv_1", revision: 1, content: plain }) }
    const { files, removed } = pulled(beside({ a: plain }, one, [remoteOf("pv_1", 2, coded)]))
    assert.deepStrictEqual([[...files], removed], [[...filesOf("page-views/a", coded)], []])
    assert.deepStrictEqual([...files.keys()], ["page-views/a.json", "page-views/a.tsx"])
    const other = { a: seenOf({ id: "pv_1", revision: 1, content: coded }) }
    const back = pulled(beside({ a: coded }, other, [remoteOf("pv_1", 2, plain)]))
    assert.deepStrictEqual([[...back.files.keys()], back.removed], [["page-views/a.json"], ["page-views/a.tsx"]])
    const gone = pulled(beside({ a: coded }, other, []))
    assert.deepStrictEqual([gone.files.size, gone.removed], [0, ["page-views/a.json", "page-views/a.tsx"]])
  })

  it("marks code that one side alone has left, whose JSON clashes, in its file too", () => {
    const [base, mine, theirs] = [react("1\n"), react("2\n"), { source: { type: "table" } }].map((more) =>
      content(more)
    )
    const seen = { a: seenOf({ id: "pv_1", revision: 1, content: base! }) }
    const comparison = beside({ a: mine! }, seen, [remoteOf("pv_1", 2, theirs!)])
    const { files } = pulled(comparison, false, new Map([["pv_1", base!]]))
    assert.strictEqual(
      files.get("page-views/a.tsx"),
      "<<<<<<< here\n2\n||||||| revision 1\n1\n=======\n>>>>>>> there, revision 2\n"
    )
  })

  describe("of what references others", () => {
    const used = remoteOf("pv_1", 1, content({ name: "Used" }))
    const user = content({ name: "User", references: { it: uses("pv_1") } })
    const seenUser = { user: seenOf({ id: "pv_2", revision: 1, content: user }) }
    const userHere = (name: string, description: string | null = null) => ({
      user: content({ name: "User", description, references: { it: uses(`?${name}`) } })
    })
    const filesOfUser = (name: string) => [...filesOf("page-views/user", user, { nameOf: () => name })]

    it("writes its names anew where they changed, but for case", () => {
      for (const [name, given, isStale] of [
        ["Used", "Used", false],
        ["Used", " uSED ", false],
        ["Other", "Used", true]
      ] as const) {
        const renamed = remoteOf("pv_1", 2, content({ name }))
        const here = { ...userHere(given), used: content({ name: "Used" }) }
        const seen = { ...seenUser, used: seenOf(used) }
        const { files, pulled: lines } = pulled(beside(here, seen, [renamed, remoteOf("pv_2", 1, user)]))
        const note = { note: "what it references has another name" }
        assert.deepStrictEqual(
          lines.find(({ place }) => place === "page-views/user"),
          {
            ...{ place: "page-views/user", outcome: isStale ? "updated" : "unchanged", id: "pv_2", revision: 1 },
            ...(isStale && note)
          }
        )
        const written = [...files].filter(([path]) => path.includes("user"))
        assert.deepStrictEqual(written, isStale ? filesOfUser("Other") : [])
      }
    })

    it("writes them into what was changed here too, which stays so, and not into what is removed", () => {
      const renamed = remoteOf("pv_1", 2, content({ name: "Other" }))
      const seen = { ...seenUser, used: seenOf(used) }
      const here = { ...userHere("Used", "Mine"), used: content({ name: "Used" }) }
      const kept = pulled(beside(here, seen, [renamed, remoteOf("pv_2", 1, user)]))
      assert.deepStrictEqual(kept.pulled[1], {
        ...{ place: "page-views/user", outcome: "kept", id: "pv_2", revision: 1, note: "changed here" }
      })
      assert.deepStrictEqual(JSON.parse(kept.files.get("page-views/user.json")!), {
        ...{ ...content({ name: "User", description: "Mine" }) },
        references: { it: { kind: "page_view", name: "Other" } }
      })
      const removed = pulled(beside({ ...here, ...userHere("Used") }, seen, [renamed]))
      assert.deepStrictEqual(
        [[...removed.files.keys()], removed.removed],
        [["page-views/used.json"], ["page-views/user.json"]]
      )
    })

    it("leaves names as they are that the project has not", () => {
      const renamed = remoteOf("pv_1", 2, content({ name: "Other" }))
      const references = { it: uses("?Used"), more: uses("?New") }
      const here = { user: content({ name: "User", references }), used: content({ name: "Used" }) }
      const there = [renamed, remoteOf("pv_2", 1, user)]
      const { files } = pulled(beside(here, { ...seenUser, used: seenOf(used) }, there))
      assert.deepStrictEqual(JSON.parse(files.get("page-views/user.json")!).references, {
        it: { kind: "page_view", name: "Other" },
        more: { kind: "page_view", name: "New" }
      })
    })

    it("names what is deleted here as the project does", () => {
      const newer = remoteOf("pv_2", 2, { ...user, description: "Theirs" })
      const { files } = pulled(beside(userHere("Used"), { ...seenUser, used: seenOf(used) }, [used, newer]))
      assert.deepStrictEqual([...files], [...filesOf("page-views/user", newer.content, { nameOf: () => "Used" })])
    })

    it("names what is deleted there as it was called last, and what nobody knows by its ID", () => {
      const newer = remoteOf("pv_2", 2, { ...user, references: { it: uses("pv_1"), other: uses("pv_7") } })
      const here = { ...userHere("Used"), used: content({ name: "Used", description: "Mine" }) }
      const { files } = pulled(beside(here, { ...seenUser, used: seenOf(used) }, [newer]))
      assert.deepStrictEqual(JSON.parse(files.get("page-views/user.json")!).references, {
        it: { kind: "page_view", name: "Used" },
        other: { kind: "page_view", id: "pv_7" }
      })
    })
  })
})

describe("a folder beside its project", () => {
  const [a, b] = ["A", "B"].map((name) => content({ name })) as [Content, Content]

  it("knows a file by another name, unless its own was seen", () => {
    const seen = seenOf({ id: "pv_1", revision: 1, content: a })
    const placesOf = (here: Readonly<Record<string, Content>>, lock: Readonly<Record<string, Seen>>) =>
      beside(here, lock, [remoteOf("pv_1", 1, a)]).places.map(({ place, seen: one, remote }) => [
        ...[place.slice("page-views/".length), one?.id, remote?.id]
      ])
    assert.deepStrictEqual(placesOf({ moved: a }, { a: seen }), [["moved", "pv_1", "pv_1"]])
    assert.deepStrictEqual(placesOf({ moved: b }, { a: seen }), [
      ["a", "pv_1", "pv_1"],
      ["moved", undefined, undefined]
    ])
    assert.deepStrictEqual(placesOf({ a: b, moved: a }, { a: seen }), [
      ["a", "pv_1", "pv_1"],
      ["moved", undefined, undefined]
    ])
    const other = { ...seen, id: "pv_2" }
    assert.deepStrictEqual(placesOf({ moved: a }, { a: seen, moved: other }), [
      ["a", "pv_1", "pv_1"],
      ["moved", "pv_2", undefined]
    ])
  })

  it("has a name mean what the folder calls so, then what the project does, then what was called so last", () => {
    const user = content({ name: "User", references: { it: uses("?a ") } })
    const idOf = (
      here: Readonly<Record<string, Content>>,
      seen: Readonly<Record<string, Seen>>,
      ...remotes: ReadonlyArray<Remote>
    ) =>
      beside({ ...here, user }, seen, remotes).places.find(({ place }) => place.endsWith("user"))!.document!.content
        .references["it"]!.id
    const there = remoteOf("pv_1", 1, a)
    const seen = { a: seenOf(there) }
    assert.strictEqual(idOf({ a }, seen, there), "pv_1")
    assert.strictEqual(idOf({ a }, {}, there), "pv_1")
    assert.strictEqual(idOf({ a }, seen), "pv_1")
    assert.strictEqual(idOf({ a }, {}), "?a ")
    assert.strictEqual(idOf({}, {}, there), "pv_1")
    assert.strictEqual(idOf({ a: b }, seen, there), "?a ")
    assert.strictEqual(idOf({}, seen, remoteOf("pv_1", 2, b)), "pv_1")
    assert.strictEqual(idOf({}, seen), "pv_1")
    assert.strictEqual(idOf({}, {}, { ...there, kind: field }), "?a ")
    assert.deepStrictEqual([isUnknown(uses("?a")), isUnknown(uses("pv_1"))], [true, false])
  })

  it("is known where it was seen as what is there", () => {
    const remote = remoteOf("pv_1", 2, a)
    const seen = seenOf({ ...remote, revision: 1 })
    assert.deepStrictEqual(
      [
        { seen, remote },
        { seen: { ...seen, id: "pv_2" }, remote },
        { seen, remote: undefined },
        { seen: undefined, remote },
        { seen: undefined, remote: undefined }
      ].map(isKnown),
      [true, false, false, false, false]
    )
  })
})

describe("a push", () => {
  const using = (name: string, ...names: ReadonlyArray<string>) =>
    content({ name, references: Object.fromEntries(names.map((used) => [`to${used}`, uses(`?${used}`)])) })
  const stepsOf = ({ steps }: PushPlan) =>
    steps.map((step) => [
      step.type,
      step.place.slice("page-views/".length),
      ...("later" in step ? [...step.later] : "aliases" in step ? [...step.aliases] : [])
    ])

  it("creates what is used first, and adds later what a circle leaves out", () => {
    const here = { a: using("A", "B"), b: using("B", "C"), c: using("C", "A", "C"), d: using("D", "A") }
    assert.deepStrictEqual(stepsOf(pushed(beside(here, {}, []))), [
      ["create", "c", "toA", "toC"],
      ["create", "b"],
      ["create", "a"],
      ["create", "d"],
      ["attach", "c"]
    ])
  })

  it("updates what is used first, too, and deletes it last, without what a circle holds it by", () => {
    const there = (id: string, name: string, ...ids: ReadonlyArray<string>) =>
      remoteOf(id, 1, content({ name, references: Object.fromEntries(ids.map((used) => [`to${used}`, uses(used)])) }))
    const remotes = [there("pv_1", "A", "pv_2"), there("pv_2", "B"), there("pv_3", "C", "pv_3")]
    const seen = Object.fromEntries(remotes.map((one) => [one.content.name.toLowerCase(), seenOf(one)]))
    const here = { a: { ...using("A", "B"), description: "Mine" }, b: { ...using("B"), description: "Mine" } }
    assert.deepStrictEqual(stepsOf(pushed(beside(here, seen, remotes), true)), [
      ["update", "b"],
      ["update", "a"],
      ["delete", "c"]
    ])
    const circle = [there("pv_1", "A", "pv_2"), there("pv_2", "B", "pv_1", "pv_2", "pv_3"), there("pv_3", "C")]
    const all = Object.fromEntries(circle.map((one) => [one.content.name.toLowerCase(), seenOf(one)]))
    assert.deepStrictEqual(stepsOf(pushed(beside({}, all, circle), true)), [
      ["detach", "b", "topv_1"],
      ["delete", "a"],
      ["delete", "b"],
      ["delete", "c"]
    ])
  })

  it("tells what is wrong with references, with what is called otherwise by now", () => {
    const pin = { kind: "page_view", id: "?B", revision: 0 } as const
    const there = [remoteOf("pv_1", 1, content({ name: "Old" })), remoteOf("pv_2", 1, content({ name: "B" }))]
    const seen = { new: seenOf(there[0]!), b: seenOf(there[1]!) }
    const here = {
      a: content({ references: { none: uses("?None"), old: uses("?Old"), new: uses("?New"), b: uses("?B") } }),
      b: content({ name: "B" }),
      new: content({ name: "New" })
    }
    const told = (more: Readonly<Record<string, Content>> = {}) =>
      pushed(beside({ ...here, ...more }, seen, there)).problems
    assert.deepStrictEqual(told(), [
      'page-views/a.json at /references/none: there is no page_view "None"',
      'page-views/a.json at /references/old: there is no page_view "Old"; page-views/new.json is called "New"'
    ])
    const elsewhere = { it: { kind: "page_view", name: "B", revision: { other: 1 } } }
    const files = new Map([["page-views/c.json", JSON.stringify({ ...content({ name: "C" }), references: elsewhere })]])
    const document = read("page-views/c", files)
    assert.deepStrictEqual(document.content.references, { it: pin })
    const lock = new Map(Object.entries(seen).map(([stem, one]) => [`page-views/${stem}`, one] as const))
    assert.deepStrictEqual(pushed(compare({ documents: [document], unreadable: [] }, lock, there, kinds)).problems, [
      'page-views/c.json at /references/it: this pins a revision, but none of the project project: add "project": REVISION, or null to follow the current one'
    ])
  })

  it("deletes nothing where the server offers no delete", () => {
    const lasting = { ...kind, operations: { ...kind.operations, delete: undefined } }
    const one = { ...remoteOf("pv_1", 1, content()), kind: lasting }
    const lock: Lock = new Map([["page-views/a", seenOf(one)]])
    const comparison = compare({ documents: [], unreadable: [] }, lock, [one], [lasting])
    assert.deepStrictEqual(pushed(comparison, true).problems, [
      "page-views/a: the server offers no delete of a page view"
    ])
    assert.deepStrictEqual(pushed(comparison, false).problems, [])
  })

  it("goes on with a create that was stopped before its references were added", () => {
    const whole = { ...using("A", "B", "C") }
    const there = [remoteOf("pv_2", 1, content({ name: "B" })), remoteOf("pv_3", 1, content({ name: "C" }))]
    const seen = { b: seenOf(there[0]!), c: seenOf(there[1]!) }
    const others = { b: content({ name: "B" }), c: content({ name: "C" }) }
    const doesOf = (begun: Partial<Content>, revision = 1) => {
      const made = remoteOf("pv_1", revision, content(begun))
      const { steps, conflicts } = pushed(beside({ a: whole, ...others }, seen, [made, ...there]))
      return [
        ...steps.map((step) => ("changed" in step ? step.changed : step.type)),
        ...conflicts.map(({ why }) => why)
      ]
    }
    const conflict = ["there too, and never pulled"]
    assert.deepStrictEqual(doesOf({}), [["references"]])
    assert.deepStrictEqual(doesOf({ references: { toB: uses("pv_2") } }), [["references"]])
    assert.deepStrictEqual(doesOf({}, 2), conflict)
    assert.deepStrictEqual(doesOf({ description: "Theirs" }), conflict)
    assert.deepStrictEqual(doesOf({ references: { other: uses("pv_2") } }), conflict)
    assert.deepStrictEqual(doesOf({ references: { toB: uses("pv_3") } }), conflict)
    assert.deepStrictEqual(doesOf({ references: { toB: uses("pv_2", 1) } }), conflict)
  })
})
