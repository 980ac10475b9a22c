import { runSteps } from "@agent-operations/operations"
import { Redacted } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { makeFinder } from "../../src/secrets/finder.ts"
import { redacting } from "../../src/secrets/index.ts"
import { mapTexts } from "../../src/secrets/map-texts.ts"
import { findPlaces, replacePlaces } from "../../src/secrets/places.ts"

const placeholder = "[secret]"

const redactorOf = (...secrets: ReadonlyArray<string>) => redacting(secrets.map((secret) => Redacted.make(secret)))

const longestFirst = (texts: ReadonlyArray<string>) => [...new Set(texts)].sort((a, b) => b.length - a.length)

/** What stands for the texts is of other characters, which none of them has. */
const replaceEach = (texts: ReadonlyArray<string>, from: string) =>
  texts.reduce((left, text) => left.replaceAll(text, placeholder), from)

function* replaceFound(texts: ReadonlyArray<string>, from: string) {
  return yield* replacePlaces(from, yield* findPlaces(yield* makeFinder(texts), from), placeholder)
}

/** Ends before what it would cut, one text after the other. */
const startOf = (texts: ReadonlyArray<string>, from: string, length: number): string => {
  const cut = texts
    .map((text) => [text, Math.max(0, length - text.length + 1)] as const)
    .map(([text, begin]) => [begin, from.slice(begin, length + text.length - 1).indexOf(text)] as const)
    .find(([, index]) => index !== -1)
  return cut === undefined ? replaceEach(texts, from.slice(0, length)) : startOf(texts, from, cut[0] + cut[1])
}

const mapEach = (from: unknown, map: (text: string) => string): unknown => {
  if (typeof from === "string") return map(from)
  if (Array.isArray(from)) return from.map((value) => mapEach(value, map))
  if (typeof from !== "object" || from === null) return from
  return Object.fromEntries(Object.entries(from).map(([name, value]) => [map(name), mapEach(value, map)]))
}

const ofFew = (units: ReadonlyArray<string>, constraints: fc.StringConstraints) =>
  fc.string({ ...constraints, unit: fc.constantFrom(...units) })

/** Texts, of which some are parts of others and some repeat themselves, and one that has many of them. */
const overlapping = (minLength: number) =>
  fc.constantFrom(["a", "b"], ["a", "a", "a", "b"], ["a", "b", "ä", "😀"]).chain((units) =>
    fc
      .array(
        fc.oneof(
          ofFew(units, { minLength, maxLength: minLength + 8 }),
          ofFew(units, { minLength: 1, maxLength: 3 }).map((part) => part.repeat(minLength))
        ),
        { minLength: 1, maxLength: 12 }
      )
      .chain((texts) =>
        fc.record({
          texts: fc.constant(longestFirst(texts)),
          from: fc
            .array(fc.oneof(fc.constantFrom(...texts), ofFew(units, { maxLength: 6 })), { maxLength: 30 })
            .map((parts) => parts.join(""))
        })
      )
  )

describe("G2: what is taken out", () => {
  it("is what replaceAll would find, the longest first", () => {
    fc.assert(
      fc.property(overlapping(1), ({ texts, from }) => {
        assert.strictEqual(runSteps(replaceFound(texts, from)), replaceEach(texts, from))
      }),
      { numRuns: 2000 }
    )
    fc.assert(
      fc.property(overlapping(8), ({ texts, from }) => {
        assert.strictEqual(runSteps(redactorOf(...texts).text(from)), replaceEach(texts, from))
        assert.deepStrictEqual(runSteps(redactorOf(...texts).json({ [from]: [from, 1] })), {
          [replaceEach(texts, from)]: [replaceEach(texts, from), 1]
        })
      })
    )
  })

  it("is the same over the ends of steps", () => {
    const texts = longestFirst(["ab".repeat(30), "ba".repeat(17), "a".repeat(40), `${"ab".repeat(9)}b`, "bbbbbbbb"])
    const parts = fc.array(fc.constantFrom(...texts, "a", "b", "c"), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 1000 }), (parts, times) => {
        const from = parts.join("").repeat(times)
        assert.strictEqual(runSteps(replaceFound(texts, from)), replaceEach(texts, from))
      })
    )
  })

  it("is not cut by the end of a beginning", () => {
    fc.assert(
      fc.property(overlapping(8), fc.nat(120), ({ texts, from }, bytes) => {
        const { read } = new TextEncoder().encodeInto(from, new Uint8Array(bytes))
        assert.strictEqual(runSteps(redactorOf(...texts).start(from, bytes)), startOf(texts, from, read))
      }),
      { numRuns: 1000 }
    )
  })

  it("stands in texts and names of JSON, of which all else stays", () => {
    const upper = (text: string) => text.toUpperCase().slice(0, 3)
    const json = fc.oneof(fc.jsonValue(), fc.constant(JSON.parse('{"__proto__":{"a":1},"b":{},"2":[[]],"1":null}')))
    fc.assert(
      fc.property(json, (from) => {
        const mapped = runSteps(mapTexts(from, upper))
        assert.strictEqual(JSON.stringify(mapped), JSON.stringify(mapEach(from, upper)))
      })
    )
    const deep = JSON.parse(`${"[".repeat(50_000)}"x7Qf-x7Qf"${"]".repeat(50_000)}`) as unknown
    let [inner] = [runSteps(redactorOf("x7Qf-x7Qf").json(deep))]
    while (Array.isArray(inner)) [inner] = inner
    assert.strictEqual(inner, placeholder)
  })
})

describe("G2: who has an app chooses its secrets and its output", () => {
  const size = 3 * 1024 * 1024

  /** A step takes less than a millisecond; of texts whose every place is looked at by every form it would be many more. */
  const maxSteps = 30_000

  const inSteps = <A>(steps: Generator<void, A>): A => {
    for (let count = 0; ; count++) {
      const step = steps.next()
      if (step.done === true) return step.value
      assert.isBelow(count, maxSteps)
    }
  }

  const near = Array.from({ length: 20 }, (_, n) => `${"a".repeat(2000 + n)}b${"a".repeat(2000)}`)

  it("and calls at a time with the same secrets make what finds them once together", () => {
    const secrets = (mark: string) => Array.from({ length: 20 }, (_, n) => `${mark}${n}`.repeat(200))
    const stepsOf = (...texts: ReadonlyArray<Generator<void, string>>) => {
      let steps = 0
      for (let left = texts; left.length > 0; left = left.filter((text) => text.next().done !== true)) {
        steps += left.length
      }
      return steps
    }
    const [one, ...others] = secrets("one-")
    const alone = stepsOf(redactorOf(one!, ...others).text("a".repeat(2000)))
    assert.isAbove(alone, 1000)
    const [two, ...more] = secrets("two-")
    const texts = [redactorOf(two!, ...more), redactorOf(two!, ...more)].map(({ text }) => text(`${two}, ${more[5]}`))
    assert.closeTo(stepsOf(...texts), alone, 2)
    assert.strictEqual(runSteps(redactorOf(two!, ...more).text(`${two}, ${more[5]}`)), `${placeholder}, ${placeholder}`)
  })

  it("and long secrets, almost all of which are everywhere, take their time once", () => {
    const redactor = redactorOf(...near)
    const nothing = "a".repeat(size)
    assert.strictEqual(inSteps(redactor.json(nothing)), nothing)
    const almost = `${"a".repeat(2000)}b${"a".repeat(1999)}c`.repeat(780)
    assert.strictEqual(inSteps(redactor.json(almost)), almost)
    const all = `${near[0]}c`.repeat(780)
    assert.isTrue(inSteps(redactor.json(all)) === `${placeholder}c`.repeat(780))
    assert.isTrue(inSteps(redactor.start(nothing, 64 * 1024)) === nothing.slice(0, 64 * 1024))
  })

  it("and forms of each secret that are longer than it is", () => {
    const secrets = Array.from({ length: 20 }, (_, n) => `x ${'"'.repeat(4000 + n)}${"%".repeat(70)}`)
    const from = ['"', '\\"', "%22", "IiIi"].map((part) => part.repeat(size / 12))
    assert.deepStrictEqual(inSteps(redactorOf(...secrets).json(from)), from)
  })

  it("and secrets that end with each other, in each place of a text", () => {
    const redactor = redactorOf(...Array.from({ length: 20 }, (_, n) => "a".repeat(8 + n)))
    const left = size % 27
    assert.isAtLeast(left, 8)
    assert.isTrue(inSteps(redactor.json("a".repeat(size))) === placeholder.repeat((size - left) / 27 + 1))
    assert.strictEqual(inSteps(redactor.start("a".repeat(size), 64 * 1024)), "")
    const short = Array.from({ length: 100_000 }, () => "a".repeat(28))
    assert.deepStrictEqual(
      inSteps(redactor.json(short)),
      short.map(() => `${placeholder}a`)
    )
  })

  it("and many texts that are shorter than any secret", () => {
    const short = Array.from({ length: 750_000 }, () => "a")
    assert.isTrue(JSON.stringify(inSteps(redactorOf(...near).json(short))) === JSON.stringify(short))
  })
})
