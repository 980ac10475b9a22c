import { createHash } from "node:crypto"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { viewFamilies } from "@agent-operations/contract"
import * as Result from "effect/Result"
import { afterAll, assert, describe, it } from "vitest"
import { CommandError, UsageError } from "../src/errors.ts"
import { styleOf } from "../src/output/style.ts"
import type { Session } from "../src/session.ts"
import {
  type Content,
  digestOf,
  foldName,
  nameInId,
  nameKey,
  saySame,
  sortKeys,
  unknownId
} from "../src/sync/content.ts"
import { type Document, endedAs, parseDocument, renderDocument } from "../src/sync/document.ts"
import { projectFile, takenNames } from "../src/sync/file-names.ts"
import { duplicatesIn, readFolder } from "../src/sync/folder.ts"
import { type FolderKind, folderKinds } from "../src/sync/kinds.ts"
import { lockPath, lockText, readLock, type Seen } from "../src/sync/lock.ts"
import { mergeContent } from "../src/sync/merge-content.ts"
import { type Line, report } from "../src/sync/report.ts"
import { changedPaths, sidesText } from "../src/sync/sides.ts"
import { writeFiles } from "../src/sync/write-files.ts"

const temporary = realpathSync(mkdtempSync(join(tmpdir(), "sync-documents-")))
afterAll(() => rmSync(temporary, { recursive: true }))
let folders = 0
/** A folder with these files. */
const folderOf = (files: Readonly<Record<string, string>> = {}) => {
  const root = join(temporary, String(++folders))
  for (const [path, text] of [["keep", ""], ...Object.entries(files)] as ReadonlyArray<[string, string]>) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
const filesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path !== "keep")
    .toSorted()

const [kind, field] = ["page_view", "custom_field"].map((name) =>
  folderKinds(viewFamilies).find((one) => one.name === name)!
) as [FolderKind, FolderKind]
const settings = { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} }
const content = (more: Partial<Content> = {}): Content => ({
  ...{ name: "P", description: null, source: { type: "table" }, settings, references: {} },
  ...more
})
const given = { name: "P", source: { type: "table" }, settings: { target: "traces" } }

describe("a definition's files", () => {
  const parse = (json: unknown, code?: string) =>
    parseDocument(
      "page-views/p",
      kind,
      new Map([
        ["page-views/p.json", typeof json === "string" ? json : JSON.stringify(json)],
        ...(code === undefined ? [] : ([["page-views/p.tsx", code]] as const))
      ]),
      "here"
    )
  const why = (json: unknown, code?: string) =>
    Result.match(parse(json, code), { onFailure: (text) => text, onSuccess: () => "" })

  it("are read with what is left out, and what they are called and pin elsewhere", () => {
    const references = {
      named: { kind: "page_view", name: "Q" },
      byId: { kind: "page_view", id: "pv_1", revision: null },
      pinned: { kind: "custom_field", name: "F", revision: { here: 2, there: 3 } },
      elsewhere: { kind: "custom_field", id: "cf_1", revision: { there: 3 } },
      follows: { kind: "custom_field", name: "G", revision: { here: null, there: 1 } }
    }
    const source = { type: "react", code: "1\n" }
    assert.deepStrictEqual(
      Result.getOrThrow(parse({ ...given, name: " P ", source: { type: "react" }, references }, "1\n")),
      {
        ...{ place: "page-views/p", kind },
        content: content({
          source,
          references: {
            named: { kind: "page_view", id: "?Q", revision: null },
            byId: { kind: "page_view", id: "pv_1", revision: null },
            pinned: { kind: "custom_field", id: "?F", revision: 2 },
            elsewhere: { kind: "custom_field", id: "cf_1", revision: 0 },
            follows: { kind: "custom_field", id: "?G", revision: null }
          }
        }),
        pins: {
          named: {},
          byId: {},
          pinned: { here: 2, there: 3 },
          elsewhere: { there: 3 },
          follows: { here: null, there: 1 }
        },
        names: { named: "Q", pinned: "F", follows: "G" },
        paths: ["page-views/p.json", "page-views/p.tsx"]
      }
    )
    assert.deepStrictEqual(Result.getOrThrow(parse(given)), {
      ...{ place: "page-views/p", kind, content: content(), pins: {}, names: {} },
      paths: ["page-views/p.json"]
    })
  })

  it("are refused with the place of what is wrong", () => {
    const shape = "a reference has a kind, a name, and a revision where it pins one"
    const one = { kind: "page_view", name: "Q" }
    for (const reference of [
      ...[{}, null, "pv_1", [], { kind: "page_view" }, { name: "Q" }, { kind: 1, name: "Q" }, { ...one, name: 1 }],
      ...[
        { ...one, id: "pv_1" },
        { kind: "page_view", id: "?Q" },
        { kind: "page_view", id: 1 },
        { ...one, more: 1 }
      ]
    ]) {
      const text = why({ ...given, references: { a: reference } })
      assert.strictEqual(text, `page-views/p.json at /references/a: ${shape}`, JSON.stringify(reference))
    }
    for (const revision of [1, "1", [1], { here: 0 }, { here: 1.5 }, { here: "1" }, { there: 2, here: -1 }]) {
      const text = why({ ...given, references: { a: { ...one, revision } } })
      const told = `a revision is of a project: { "PROJECT": ${JSON.stringify(revision)} }, or null`
      assert.strictEqual(text, `page-views/p.json at /references/a/revision: ${told}`)
    }
    assert.strictEqual(
      why({ ...given, references: [] }),
      "page-views/p.json at /references: references are an object, by alias"
    )
    assert.strictEqual(why([]), "page-views/p.json this is no JSON object")
    assert.match(why("{"), /^page-views\/p\.json: this is no JSON/)
    const react = { ...given, source: { type: "react", code: "1" } }
    const twice = "page-views/p.json at /source/code: this is in page-views/p.tsx too; leave it out here"
    assert.strictEqual(why(react, "1"), twice)
    assert.match(why({ ...given, source: { type: "react" } }), /^page-views\/p\.tsx: [^\n]+$/)
    const several = why({ ...given, more: 1, settings: { target: "nothing", columns: [{ field: 1 }] } })
    assert.sameMembers(
      several.split("\n").map((line) => line.replace(/: Expected.*/, "")),
      ["more", "settings/target", "settings/columns/0/field"].map((path) => `page-views/p.json at /${path}`)
    )
    assert.match(why({ name: "P", settings: given.settings }, "1"), /^page-views\/p\.json at \/source: [^\n]+$/)
    for (const [json, code] of [
      [`${JSON.stringify(given)}\n<<<<<<< here\n=======\n>>>>>>> there\n`, "1"],
      [given, "<<<<<<< here\n1\n=======\n2\n>>>>>>> there\n"]
    ] as const) {
      const path = `page-views/p.${code === "1" ? "json" : "tsx"}`
      assert.strictEqual(why(json, code), `${path}: its clashes are not settled; edit it until no mark is left`)
    }
  })

  const render = (said: Partial<Content>, pins: Document["pins"] = {}) =>
    renderDocument("page-views/p", kind, said, {
      ...{ projectId: "here", pins },
      nameOf: ({ id }) => (id === "pv_1" ? "Q" : undefined)
    })

  it("are written with one order of members, code beside them that ends with a line feed, and names that are known", () => {
    const files = render({
      ...{
        references: {
          b: { kind: "page_view", id: "pv_2", revision: null },
          a: { kind: "page_view", id: "pv_1", revision: 4 }
        }
      },
      ...{ settings: { target: "traces", extra: { b: [{ d: 1, c: 2 }], a: null } }, description: null },
      ...{ name: "P", source: { type: "react", code: "1" } }
    })
    assert.deepStrictEqual(
      [...files],
      [
        [
          "page-views/p.json",
          `${JSON.stringify(
            {
              ...{ name: "P", description: null, source: { type: "react" } },
              settings: { extra: { a: null, b: [{ c: 2, d: 1 }] }, target: "traces" },
              references: {
                a: { kind: "page_view", name: "Q", revision: { here: 4 } },
                b: { id: "pv_2", kind: "page_view" }
              }
            },
            null,
            2
          )}\n`
        ],
        ["page-views/p.tsx", "1\n"]
      ]
    )
    for (const [code, text] of [
      ["1\n", "1\n"],
      ["1\n\n", "1\n\n"],
      ["", ""],
      ["\n", "\n"]
    ] as const)
      assert.strictEqual(render({ source: { type: "react", code } }).get("page-views/p.tsx"), text)
    assert.deepStrictEqual(
      [...render({ name: "P" })],
      [["page-views/p.json", '{\n  "name": "P",\n  "references": {}\n}\n']]
    )
  })

  it("keep what references pin in other projects, and say null only where another pins it", () => {
    const cases: ReadonlyArray<readonly [number | null, Document["pins"][string] | undefined, object | undefined]> = [
      [null, undefined, undefined],
      [null, {}, undefined],
      [null, { here: 2 }, undefined],
      [null, { there: 1 }, { here: null, there: 1 }],
      [3, undefined, { here: 3 }],
      [3, { here: 2, there: 1, alpha: null }, { alpha: null, here: 3, there: 1 }],
      [0, { there: 1 }, { there: 1 }],
      [0, { here: 2, there: 1 }, { there: 1 }]
    ]
    for (const [revision, pins, expected] of cases) {
      const references = { a: { kind: "page_view", id: "pv_1", revision } }
      const text = render({ references }, pins && { a: pins, other: { there: 9 } }).get("page-views/p.json")!
      const { a } = JSON.parse(text).references
      const { revision: written, ...rest } = a
      assert.deepStrictEqual([written, rest], [expected, { kind: "page_view", name: "Q" }])
      if (expected !== undefined) assert.deepStrictEqual(Object.keys(written), Object.keys(expected))
    }
  })

  it("have code that ends as that of the project, where that has no line feed", () => {
    const ended = (mine: string | undefined, theirs: string | undefined) => {
      const source = (code: string | undefined) => ({ type: "react", ...(code !== undefined && { code }) })
      const document: Document = {
        ...{ place: "page-views/p", kind, pins: {}, names: {}, paths: [] },
        content: content({ source: source(mine) })
      }
      const { content: said, ...rest } = endedAs(document, content({ source: source(theirs) }))
      const { content: before, ...same } = document
      assert.deepStrictEqual([rest, { ...said, source: {} }], [same, { ...before, source: {} }])
      assert.deepStrictEqual(Object.keys(said.source), Object.keys(source(mine)))
      return said.source["code"]
    }
    const cases: ReadonlyArray<readonly [string | undefined, string | undefined, string | undefined]> = [
      ["1\n", "1", "1"],
      ["1\n", "2", "1"],
      ["1\n", "1\n", "1\n"],
      ["1", "1", "1"],
      ["1\n\n", "1", "1\n"],
      ["\n", "1", ""],
      ["1\n", "", "1\n"],
      ["1\n", undefined, "1\n"],
      [undefined, "1", undefined]
    ]
    for (const [mine, theirs, expected] of cases) assert.strictEqual(ended(mine, theirs), expected)
  })
})

describe("what a definition says", () => {
  it("is the same in any order of keys, and in no other name, case or reference", () => {
    const one = content({ settings: { a: [1, { b: 2, c: null }], d: "e" } })
    const other = content({ settings: { d: "e", a: [1, { c: null, b: 2 }] } })
    assert.isTrue(saySame(one, other))
    assert.strictEqual(digestOf(one), digestOf(other))
    const text = '["P",null,{"type":"table"},{"a":[1,{"b":2,"c":null}],"d":"e"},{}]'
    assert.strictEqual(digestOf(other), createHash("sha256").update(text).digest("hex"))
    for (const changed of [
      { name: "p" },
      { description: "" },
      { source: { type: "react" } },
      { settings: { a: [{ b: 2, c: null }, 1], d: "e" } },
      { references: { a: { kind: "page_view", id: "pv_1", revision: null } } }
    ])
      assert.deepStrictEqual(
        [saySame(one, { ...one, ...changed }), digestOf(one) === digestOf({ ...one, ...changed })],
        [false, false]
      )
    assert.strictEqual(
      JSON.stringify(sortKeys({ b: [{ d: 1, c: 2 }], a: null, 10: 1, 9: "x" })),
      '{"9":"x","10":1,"a":null,"b":[{"c":2,"d":1}]}'
    )
  })

  it("R6: has a name that is compared without case, the form of accents, and the space around it", () => {
    assert.deepStrictEqual([" Slow ", "SLOW", "E\u0301 é", "a b"].map(foldName), ["slow", "slow", "é é", "a b"])
    assert.deepStrictEqual([nameKey("page_view", " A"), nameKey("report", "a")], ["page_view a", "report a"])
    assert.deepStrictEqual(
      [unknownId("A"), nameInId("?A"), nameInId("??A"), nameInId("pv_1")],
      ["?A", "A", "?A", undefined]
    )
  })

  it("R2: is merged reference by reference, each as a whole", () => {
    const reference = (id: string, revision: number | null) => ({ kind: "page_view", id, revision })
    const base = content({ references: { a: reference("pv_1", 1), b: reference("pv_1", 1), c: reference("pv_1", 1) } })
    const mine = {
      ...base,
      references: { a: reference("pv_2", 1), b: reference("pv_1", 1), d: reference("pv_4", null) }
    }
    const theirs = {
      ...base,
      references: { a: reference("pv_1", 1), b: reference("pv_1", 2), c: reference("pv_1", 1) }
    }
    const whole = content({
      references: { a: reference("pv_2", 1), b: reference("pv_1", 2), d: reference("pv_4", null) }
    })
    assert.deepStrictEqual(mergeContent(mine, theirs, base), {
      base: whole,
      mine: whole,
      theirs: whole,
      isClash: false
    })
    const clash = mergeContent(mine, { ...theirs, references: { a: reference("pv_1", 2) } }, base)
    assert.isTrue(clash.isClash)
    assert.deepStrictEqual(
      [clash.base, clash.mine, clash.theirs].map(({ references }) => references?.["a"]),
      [reference("pv_1", 1), reference("pv_2", 1), reference("pv_1", 2)]
    )
    assert.deepStrictEqual(mergeContent(base, base, {}), { base, mine: base, theirs: base, isClash: false })
  })
})

describe("names of files", () => {
  it("are slugs that no system keeps for itself, of at most 120 bytes, each once", () => {
    const cases: ReadonlyArray<readonly [name: string, file: string]> = [
      ["Slow traces", "slow-traces"],
      ["  -A.b/c\\d- ", "a-b-c-d"],
      ["E\u0301tude 2²", "étude-2²"],
      ["!?", "unnamed"],
      ["", "unnamed"],
      ["con", "con-"],
      ["AUX", "aux-"],
      ["con.x", "con-x"],
      ["falcon", "falcon"],
      ["com0", "com0-"],
      ["lpt³", "lpt³-"],
      ["com10", "com10"],
      ["a".repeat(120), "a".repeat(120)],
      ["a".repeat(121), "a".repeat(120)],
      [`${"a".repeat(119)}é`, "a".repeat(119)],
      [`${"a".repeat(118)}é`, `${"a".repeat(118)}é`],
      [`${"a".repeat(119)} b`, "a".repeat(119)]
    ]
    for (const [name, file] of cases) assert.strictEqual(takenNames([]).take(name), file, name)
    const names = takenNames(["Slow", "slow-2", "E\u0301"])
    assert.deepStrictEqual(["slow", "SLOW", "slow 2", "é", "fast", "fast"].map(names.take), [
      "slow-3",
      "slow-4",
      "slow-2-2",
      "é-2",
      "fast",
      "fast-2"
    ])
    for (const [first, second] of [
      ["straße", "STRASSE"],
      ["λόγοσ", "λόγος"],
      ["ſet", "set"],
      ["ﬀ", "ff"]
    ] as const) {
      const taken = takenNames([first])
      assert.match(taken.take(second), /-2$/, second)
    }
  })

  it("of projects are their IDs where these are names of files, and else have a hash of them", () => {
    const hashed = (id: string, slug: string) => `${slug}-${createHash("sha256").update(id).digest("hex").slice(0, 8)}`
    for (const id of ["a", "9", "prj_01-x", "a".repeat(100)]) assert.strictEqual(projectFile(id), id)
    for (const [id, slug] of [
      ["a".repeat(101), "a".repeat(101)],
      ["A", "a"],
      ["_a", "a"],
      ["-a", "a"],
      ["a.b", "a-b"],
      ["a/../b", "a-b"],
      ["a\n", "a"],
      ["con", "con-"],
      ["", "unnamed"]
    ] as const)
      assert.strictEqual(projectFile(id), hashed(id, slug))
  })
})

describe("a folder of definitions", () => {
  it("has one for each JSON file, with the code of its name, and leaves alone what else lies there", () => {
    const json = JSON.stringify(given)
    const root = folderOf({
      "page-views/a.json": JSON.stringify({ ...given, source: { type: "react" } }),
      "page-views/a.tsx": "1\n",
      "page-views/b.json": json,
      "page-views/b.txt": "1\n",
      "page-views/c.json": "{",
      "page-views/c.tsx": "1\n",
      "page-views/.d.json": json,
      "page-views/e.tsx": "1\n",
      "page-views/f.json/x": "",
      "elsewhere/a.json": json
    })
    const { documents, unreadable } = readFolder(root, [kind, field], "here")
    assert.deepStrictEqual(
      documents.map(({ place, paths, content: { source } }) => [place, paths, source]).toSorted(),
      [
        ["page-views/a", ["page-views/a.json", "page-views/a.tsx"], { type: "react", code: "1\n" }],
        ["page-views/b", ["page-views/b.json"], { type: "table" }]
      ]
    )
    const [broken, directory, ...others] = unreadable.toSorted((a, b) => (a.place < b.place ? -1 : 1))
    assert.match(broken!.why, /^page-views\/c\.json: this is no JSON/)
    assert.deepStrictEqual(
      [broken!.place, broken!.paths, broken!.kind, directory, others],
      [
        ...["page-views/c", ["page-views/c.json", "page-views/c.tsx"], kind],
        {
          place: "page-views/f",
          kind,
          why: "page-views/f.json: this is no regular file",
          paths: ["page-views/f.json"]
        },
        []
      ]
    )
  })

  it("takes a file of 8 MiB, and no larger one", () => {
    const most = 8 * 1024 * 1024
    const json = JSON.stringify(given)
    const root = folderOf({ "page-views/a.json": json.padEnd(most), "page-views/b.json": json.padEnd(most + 1) })
    const { documents, unreadable } = readFolder(root, [kind], "here")
    assert.deepStrictEqual(
      documents.map(({ place }) => place),
      ["page-views/a"]
    )
    assert.deepStrictEqual(
      unreadable.map(({ why }) => why),
      [`page-views/b.json: more than ${most} bytes`]
    )
  })

  it("R6: has each name once of a kind", () => {
    const document = (of: FolderKind, place: string, name: string): Document => ({
      ...{ place, kind: of, content: content({ name }), pins: {}, names: {}, paths: [] }
    })
    const all = [
      document(kind, "page-views/a", "A"),
      document(field, "custom-fields/a", "A"),
      document(kind, "page-views/b", "a "),
      document(kind, "page-views/c", "B"),
      document(kind, "page-views/d", "A")
    ]
    assert.deepStrictEqual(duplicatesIn(all), [
      'page-views/b.json: page-views/a.json is called "a " too',
      'page-views/d.json: page-views/a.json is called "A" too'
    ])
  })
})

describe("a lock file", () => {
  const project = { projectId: "here", url: "https://ops.example/" }
  const path = ".agent-operations/here.lock.json"
  const seen = (id: string): Seen => ({ name: "A", id, revision: 2, digest: "d" })

  it("is read as it was written: in one order, and without what is of no use", () => {
    const lock = new Map([
      ["page-views/b", { ...seen("pv_2"), ...{ more: 1 } }],
      ["custom-fields/a b.c", seen("cf_1")],
      ["page-views/a", seen("pv_1")]
    ])
    const text = lockText({ ...project, url: "https://ops.example//" }, lock)
    const definitions = {
      "custom-fields/a b.c": seen("cf_1"),
      "page-views/a": seen("pv_1"),
      "page-views/b": seen("pv_2")
    }
    assert.strictEqual(
      text,
      `${JSON.stringify({ projectId: "here", url: "https://ops.example", definitions }, null, 2)}\n`
    )
    assert.strictEqual(lockPath(project), path)
    for (const url of ["https://ops.example", "https://ops.example/"]) {
      const read = readLock(folderOf({ [path]: text }), { ...project, url })
      assert.deepStrictEqual([...read], Object.entries(definitions))
    }
  })

  it("may not be there, and is else a file of that project with what pull writes", () => {
    assert.deepStrictEqual(readLock(folderOf(), project), new Map())
    assert.deepStrictEqual(readLock(folderOf({ ".agent-operations/x": "" }), project), new Map())
    const whole = { projectId: "here", url: "https://ops.example", definitions: {} }
    const wrong = (more: object | string) => {
      const text = typeof more === "string" ? more : JSON.stringify({ ...whole, ...more })
      try {
        return [...readLock(folderOf({ [path]: text }), project)].length
      } catch (error) {
        assert.instanceOf(error, UsageError)
        return error.message.slice(path.length + 2)
      }
    }
    assert.strictEqual(wrong({}), 0)
    for (const more of ["[]", "null", "1", { definitions: [] }, { definitions: null }, '{"definitions":1}'])
      assert.strictEqual(wrong(more), "this is no lock file.")
    assert.match(String(wrong("{")), /JSON/)
    assert.strictEqual(wrong({ projectId: 1 }), "this is the lock file of the project 1, not of here.")
    for (const url of [1, "https://ops.example.evil", "http://ops.example", "https://ops.example/x"])
      assert.strictEqual(
        wrong({ url }),
        `this is of the project at ${JSON.stringify(url)}, not at https://ops.example/.`
      )
    for (const place of ["a", "/a", "a/", "a/.b", "a/b/c", "a/b\\c", "a/b\0", "A/b", "../a", "a b/c", "a/b/"])
      assert.strictEqual(
        wrong({ definitions: { [place]: seen("pv_1") } }),
        `${JSON.stringify(place)} is not what pull writes.`
      )
    for (const place of ["a/b", "a-1/b.c", "a/慢 x"])
      assert.strictEqual(wrong({ definitions: { [place]: seen("pv_1") } }), 1)
    for (const more of [
      { name: 1 },
      { id: null },
      { digest: undefined },
      { revision: "1" },
      { revision: 1.5 },
      { revision: 0 }
    ])
      assert.strictEqual(
        wrong({ definitions: { "a/b": { ...seen("pv_1"), ...more } } }),
        '"a/b" is not what pull writes.'
      )
    assert.strictEqual(wrong({ definitions: { "a/b": { ...seen("pv_1"), revision: 1 } } }), 1)
    assert.strictEqual(wrong({ definitions: { "a/b": null } }), '"a/b" is not what pull writes.')
    assert.strictEqual(wrong({ definitions: { "a/b": seen("pv_1"), "a/c": seen("pv_1") } }), "pv_1 is there twice.")
    assert.throws(() => readLock(folderOf({ [`${path}/x`]: "" }), project), `${path}: EISDIR`)
    assert.throws(
      () => readLock(folderOf({ ".agent-operations": "" }), project),
      ".agent-operations: this is no directory."
    )
  })
})

describe("files that are written", () => {
  it("have their folders, replace what was there, and have what is removed gone", () => {
    const root = folderOf({ "a/b.json": "before", "a/c.json": "before" })
    writeFiles(
      root,
      new Map([
        ["a/b.json", "after"],
        ["d/e/f.json", "new"]
      ]),
      ["a/c.json", "a/none.json"]
    )
    assert.deepStrictEqual(filesIn(root), ["a", "a/b.json", "d", "d/e", "d/e/f.json"])
    assert.deepStrictEqual(
      ["a/b.json", "d/e/f.json"].map((path) => readFileSync(join(root, path), "utf8")),
      ["after", "new"]
    )
    writeFiles(root, new Map())
    assert.lengthOf(filesIn(root), 5)
  })

  const failed = (write: () => void): CommandError => {
    try {
      write()
    } catch (error) {
      assert.instanceOf(error, CommandError)
      return error
    }
    return assert.fail("It was written.")
  }

  it("are all as they were where one cannot be written, without the folders that were made", () => {
    const root = folderOf({ "a/b.json": "before" })
    const before = filesIn(root)
    const full = (path: string, text: string) => {
      if (text === "full") throw new Error("ENOSPC")
      writeFileSync(path, text, { flag: "wx" })
    }
    const files = new Map([
      ["a/b.json", "after"],
      ["d/e/f.json", "new"],
      ["g/h.json", "full"]
    ])
    const error = failed(() => writeFiles(root, files, ["a/b.json"], full))
    assert.deepStrictEqual([error.message, error.code, error.exit], ["g/h.json: ENOSPC", "WRITE_FAILED", 1])
    assert.deepStrictEqual(filesIn(root), before)
    assert.strictEqual(readFileSync(join(root, "a/b.json"), "utf8"), "before")
  })

  it("are those before one that is in the way, of which it is told", () => {
    const root = folderOf({ "a/c.json/x": "" })
    const files = new Map([
      ["a/b.json", "after"],
      ["a/c.json", "after"],
      ["a/d.json", "after"]
    ])
    const error = failed(() => writeFiles(root, files))
    assert.isTrue(error.message.startsWith(`${join(root, "a/c.json")}: `), error.message)
    assert.strictEqual(error.hint, "Some files are replaced already. Remove what is in the way, and run it again.")
    assert.deepStrictEqual(filesIn(root), ["a", "a/b.json", "a/c.json", "a/c.json/x"])
  })

  it("take the place of what was left of a write that ended early", () => {
    const root = folderOf({ [`a/.b.json.${process.pid}.tmp`]: "half" })
    writeFiles(root, new Map([["a/b.json", "after"]]))
    assert.deepStrictEqual([filesIn(root), existsSync(join(root, "a/b.json"))], [["a", "a/b.json"], true])
  })
})

describe("what is told of a folder", () => {
  const style = styleOf({ env: { NO_COLOR: "1" }, columns: undefined }, false)
  const [base, here, there] = [null, "Here", "There"].map((description) => content({ description })) as [
    Content,
    Content,
    Content
  ]

  it("are both sides of a conflict, as far as there are any", () => {
    const side = (title: string, more: string) =>
      `  ${title}:\n    Description\n${more}\n\n    Unchanged: name, source, settings, and references.`
    assert.strictEqual(
      sidesText({ base, here, there }, kind, style),
      `${side("Here", "    +Here")}\n${side("There", "    +There")}`
    )
    assert.strictEqual(
      sidesText({ base, here: undefined, there }, kind, style),
      `  Here: deleted\n${side("There", "    +There")}`
    )
    assert.strictEqual(
      sidesText({ base, here, there: undefined }, kind, style),
      `${side("Here", "    +Here")}\n  There: deleted`
    )
    assert.strictEqual(
      sidesText({ base: undefined, here, there }, kind, style),
      side("From there to here", "    -There\n    +Here")
    )
    assert.strictEqual(sidesText({ base: undefined, here, there: undefined }, kind, style), "")
    assert.strictEqual(sidesText({ base: undefined, here: undefined, there }, kind, style), "")
    assert.deepStrictEqual(changedPaths(base, { ...here, settings: { ...settings, extra: { a: 1 } } }), [
      "description",
      "settings.extra.a"
    ])
  })

  const told = (lines: ReadonlyArray<Line>, more: Partial<Session> = {}) => {
    let out = ""
    const terminal = { out: (text: string) => void (out += text) }
    report({ terminal, json: undefined, agent: false, ...more } as Session, lines)
    return out
  }

  it("is a line for each that is not as it was, in columns that obey nothing, and how many there are of each", () => {
    const lines: ReadonlyArray<Line> = [
      { place: "a/b", outcome: "updated", id: "pv_1", revision: 2, note: "first\nsecond\u001b\nthird" },
      { place: "a/c\u001b", outcome: "kept", note: "new\u001b" },
      { place: "a/d", outcome: "unchanged", note: "nothing" },
      { place: "a/e", outcome: "kept" },
      { place: "a/f", outcome: "unchanged" }
    ]
    assert.strictEqual(
      told(lines),
      "updated  a/b  (first)\n         second\\u001b\n         third\nkept     a/c\\u001b  (new\\u001b)\nkept     a/e\n" +
        "1 updated, 2 kept, 2 unchanged\n"
    )
    assert.strictEqual(told(lines.slice(2, 3)), "1 unchanged\n")
    assert.strictEqual(told([]), "no definitions\n")
    const items = [lines[0], lines[1], lines[3]]
    assert.deepStrictEqual(JSON.parse(told(lines, { json: "" })), { items, unchanged: 2 })
    assert.strictEqual(
      told(lines.slice(1, 3), { json: "place", agent: true }),
      '{"items":[{"place":"a/c\\u001b"}],"unchanged":1}\n'
    )
  })
})
