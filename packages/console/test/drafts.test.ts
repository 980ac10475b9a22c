import { assert, describe, it } from "vitest"
import { limits, makeDrafts } from "../src/browser/drafts/store.ts"

/** Storage that holds so many characters. */
const makeStorage = (room = Infinity): Storage => {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      const others = [...items].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0)
      if (others + value.length > room) throw new DOMException("full", "QuotaExceededError")
      items.set(key, value)
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear()
  }
}

const day = 24 * 60 * 60 * 1000
const ada = { person: "usr_ada", form: "/o/1/p/2/page-views/pv_1", opened: "1" }
const draft = (text: string) => ({ revision: "3", fields: [["name", text] as const] })

const make = (storage = makeStorage()) => {
  let now = 1_000_000_000_000
  const drafts = makeDrafts(storage, () => (now += 1))
  return { storage, drafts, later: (time: number) => (now += time) }
}

const texts = (drafts: ReturnType<typeof makeDrafts>, of: { person: string; form: string } = ada) =>
  drafts.of(of).map(({ fields }) => fields[0]?.[1])

describe("drafts in a browser", () => {
  it("are those of one person and one form, as each was opened, newest first", () => {
    const { drafts } = make()
    drafts.keep(ada, draft("one"))
    drafts.keep({ ...ada, opened: "2" }, draft("other tab"))
    drafts.keep({ ...ada, person: "usr_bob" }, draft("Bob's"))
    drafts.keep({ ...ada, person: "usr_ada:x" }, draft("another's"))
    drafts.keep({ ...ada, form: `${ada.form}0` }, draft("another form"))
    drafts.keep(ada, draft("newer"))
    assert.deepStrictEqual(texts(drafts), ["newer", "other tab"])
    assert.deepStrictEqual(texts(drafts, { ...ada, person: "usr_bob" }), ["Bob's"])
    drafts.drop(ada)
    assert.deepStrictEqual(texts(drafts), ["other tab"])
    assert.strictEqual(drafts.ofPerson("usr_ada").length, 2)
  })

  it("are kept for 14 days, and what is no draft is removed", () => {
    const { drafts, storage, later } = make()
    drafts.keep(ada, draft("old"))
    for (const [at, text] of ["{", "null", '{"at":1}', '{"at":9e15,"revision":"1","fields":[["a"]]}'].entries()) {
      storage.setItem(`agent-operations.draft:usr_ada:${encodeURIComponent(ada.form)}:x${at}`, text)
    }
    storage.setItem("another program's", "{")
    later(14 * day - 1000)
    assert.deepStrictEqual(texts(drafts), ["old"])
    assert.strictEqual(storage.length, 2)
    later(1000)
    assert.deepStrictEqual(texts(drafts), [])
    assert.strictEqual(storage.getItem("another program's"), "{")
  })

  it("are 20 at most, of 2 Mi characters together; the oldest make room", () => {
    const { drafts } = make()
    for (let tab = 0; tab < 25; tab++) drafts.keep({ ...ada, opened: String(tab) }, draft(String(tab)))
    assert.deepStrictEqual(
      texts(drafts),
      Array.from({ length: 20 }, (_, n) => String(24 - n))
    )
    assert.isTrue(drafts.keep({ ...ada, opened: "large" }, draft("x".repeat(limits.size - 1000))))
    assert.isBelow(texts(drafts).length, 20)
    assert.isFalse(drafts.keep({ ...ada, opened: "larger" }, draft("x".repeat(limits.size))))
  })

  it("make room for the newest where the browser has less, and say where there is none", () => {
    const { drafts } = make(makeStorage(2000))
    drafts.keep({ ...ada, opened: "1" }, draft("a".repeat(800)))
    drafts.keep({ ...ada, opened: "2" }, draft("b".repeat(800)))
    assert.isTrue(drafts.keep({ ...ada, opened: "3" }, draft("c".repeat(800))))
    assert.deepStrictEqual(
      texts(drafts).map((text) => text?.[0]),
      ["c", "b"]
    )
    assert.isFalse(drafts.keep({ ...ada, opened: "4" }, draft("d".repeat(3000))))
  })
})
