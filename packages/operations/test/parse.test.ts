import { Unavailable } from "@agent-operations/error-envelope"
import { parseBody } from "@agent-operations/operations"
import { Effect, Fiber, Result } from "effect"
import { assert, describe, it } from "vitest"
import { outlineLimits } from "../src/json-text/outline.ts"
import { asSent } from "../src/json-text/parse.ts"

const MiB = 1024 * 1024
const limitBytes = 32 * MiB

/** What becomes of a short body, at once. */
const parse = (body: Uint8Array) => {
  const read = parseBody(body, limitBytes)
  return Result.isResult(read) ? read : assert.fail("it was not read at once")
}

/** The message of a refusal, and its places with what is wrong there. */
const refusal = (read: Result.Result<unknown, Result.Result.Failure<ReturnType<typeof parse>>>) => {
  if (Result.isSuccess(read)) assert.fail(`it was taken: ${JSON.stringify(read.success)}`)
  const { message, details } = read.failure
  return details !== undefined && "issues" in details
    ? { message, issues: details.issues }
    : assert.fail(`it is too large: ${message}`)
}

/** What becomes of a long body, in turns. */
const parseLong = (body: string) => {
  const read = parseBody(Buffer.from(body), limitBytes)
  return Result.isResult(read) ? assert.fail("it was read at once") : read
}

describe("a body", () => {
  it("E4: is taken as the JSON that it is", () => {
    for (const value of [{ a: ["é", "\u2028", 1.5, null] }, [], "x", 0, null]) {
      assert.deepStrictEqual(parse(Buffer.from(JSON.stringify(value))), Result.succeed(value))
    }
  })

  it.each([
    ["nothing", "", "", "The body is empty; send a JSON object, or {} for no input."],
    ["no JSON", "{", "", "The body is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)"],
    ["what is not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), "", "The body is not valid UTF-8."],
    ["what is cut off in a character", Buffer.from('"é').subarray(0, 2), "", "The body is not valid UTF-8."],
    [
      "an integer that cannot be kept",
      '{"a":[0,9007199254740993]}',
      "/a/1",
      "An integer beyond 2^53 - 1 cannot be stored exactly; send it as a string."
    ]
  ] as const)("E3, E4: is refused with its place and what to do, being %s", (_, body, path, message) => {
    assert.deepStrictEqual(refusal(parse(Buffer.from(body))), {
      message: `The body is refused: ${message}`,
      issues: [{ path, message }]
    })
  })

  it("RFC 8259 8.1: may have one byte order mark before it, and nothing else", () => {
    assert.deepStrictEqual(Result.getOrThrow(parse(Buffer.from("\ufeff{}"))), {})
    for (const body of ["\ufeff\ufeff{}", "{\ufeff}", "\ufeff", "\u200b{}"]) {
      assert.match(refusal(parse(Buffer.from(body))).message, /^The body is refused: The body is not JSON/)
    }
  })
})

describe("a long body", () => {
  const gap = " ".repeat(MiB)
  const items = (count: number) => `[${gap}${"0,".repeat(count - 1)}0]`
  const named = (count: number) => `{${gap}${Array.from({ length: count }, (_, n) => `"${n}":0`).join(",")}}`
  const refused = async (body: string) => {
    const error = await Effect.runPromise(Effect.flip(parseLong(body)))
    return { code: error._tag, message: error.message, details: error.details }
  }
  const tooMuch = (message: string) => ({ code: "PAYLOAD_TOO_LARGE" as const, message, details: { limitBytes } })

  it("E3, E4: is read as a short one is", async () => {
    const value = { a: 'é"'.repeat(MiB), b: [{ 1: [] }] }
    assert.deepStrictEqual(await Effect.runPromise(parseLong(JSON.stringify(value))), value)
    assert.deepInclude(await refused(`${gap}[1e999]`), {
      details: { issues: [{ path: "/0", message: "The number is too large to be stored." }] }
    })
    const numbers = Array.from({ length: MiB / 4 }, () => "1234567")
    for (const wrong of ["}", "]]", ",]", "", "x]"]) {
      const { message } = await refused(`[${numbers.join(",")}${wrong}`)
      const [, behind] =
        /^The body is refused: The body is not JSON: Behind byte (\d+) it ends early/.exec(message) ?? []
      assert.approximately(Number(behind), 2 * MiB, MiB / 8)
    }
  })

  it("E3: has a million objects, arrays, items and members at most", async () => {
    const { parts } = outlineLimits
    assert.lengthOf((await Effect.runPromise(parseLong(items(parts)))) as Array<unknown>, parts)
    const message = `The body has more than ${parts} objects, arrays, items and members.`
    for (const body of [
      items(parts + 1),
      `[${"{},".repeat(parts / 2)}{}]`,
      `[${'"",'.repeat(parts)}[]]`,
      "[".repeat(2 * parts)
    ])
      assert.deepStrictEqual(await refused(body), tooMuch(message))
  })

  it("E3: has 100,000 names that differ at most, and any of them more than once", async () => {
    const { names } = outlineLimits
    assert.lengthOf(Object.keys((await Effect.runPromise(parseLong(named(names)))) as object), names)
    assert.deepStrictEqual(
      await refused(named(names + 1)),
      tooMuch(`The body has more than ${names} different names of members.`)
    )
    const repeated = `[${gap}${Array.from({ length: 3 * names }, (_, n) => `{"k${n % 7}" : 0}`).join(",")}]`
    assert.lengthOf((await Effect.runPromise(parseLong(repeated))) as Array<unknown>, 3 * names)
  })

  it("E4: is cut in no character of a long text, and refused where one is none", async () => {
    for (const shift of ["", "a", "ab", "abc"]) {
      const text = shift + "😀é€".repeat(MiB / 4)
      assert.deepStrictEqual(await Effect.runPromise(parseLong(JSON.stringify([text]))), [text])
    }
    const body = Buffer.from(JSON.stringify(["x".repeat(2 * MiB)]))
    body[MiB] = 0x80
    const read = parseBody(body, limitBytes)
    const { message } = await Effect.runPromise(Effect.flip(Result.isResult(read) ? assert.fail() : read))
    assert.include(message, "The body is not valid UTF-8.")
  })

  it("E3: counts nothing that its strings say", async () => {
    const text = '",{['.repeat(800_000)
    assert.deepStrictEqual(await Effect.runPromise(parseLong(JSON.stringify([text]))), [text])
  })

  it("E3: leaves others their turns, and is left when nobody waits for it any more", async () => {
    const reading = Effect.runFork(parseLong(items(outlineLimits.parts)))
    let turns = 0
    const other = setInterval(() => turns++, 0)
    await Effect.runPromise(Fiber.join(reading))
    clearInterval(other)
    assert.isAtLeast(turns, 1)
    const left = Effect.runFork(parseLong(items(outlineLimits.parts)))
    await Effect.runPromise(Fiber.interrupt(left))
    assert.isDefined(left.pollUnsafe())
  })

  it("K3: has its turn after others that came at once, however short it is", async () => {
    let [done, most, tasks] = [0, 0, 0]
    const look = () => {
      most = Math.max(most, done)
      done = 0
      tasks++
      looking = setImmediate(look)
    }
    let looking = setImmediate(look)
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 13_000 }, (_, n) => [`${n} of them`, 0])))
    const count = () => done++
    await Promise.all(Array.from({ length: 50 }, () => Effect.runPromise(parseLong(body)).then(count)))
    clearImmediate(looking)
    // As many as begin in two milliseconds, and then one in a turn.
    assert.isAtLeast(tasks, 25)
    assert.isAtMost(most, 25)
  })

  it("K3: grows by what there is room for, and is refused where there is none", async () => {
    const asked: Array<number> = []
    const read = async (body: string, room: number) => {
      asked.length = 0
      const reading = parseBody(Buffer.from(body), limitBytes, (bytes) => {
        asked.push(bytes)
        const sum = asked.reduce((all, one) => all + one, 0)
        return sum <= room ? undefined : new Unavailable({ message: "It is full.", retryAfter: 1 })
      })
      assert.isFalse(Result.isResult(reading))
      return Result.isResult(reading) ? reading : Effect.runPromise(Effect.result(reading))
    }
    const lists = `[${"[],".repeat(200_000)}[]]`
    assert.isTrue(Result.isSuccess(await read(lists, 64 * MiB)))
    // Each list, and each comma.
    assert.approximately(
      asked.reduce((all, one) => all + one, 0),
      400_000 * 32,
      1000
    )
    const full = await read(lists, MiB)
    assert.isTrue(Result.isFailure(full) && full.failure._tag === "UNAVAILABLE", JSON.stringify(full))
    assert.isBelow(asked.length, 5)
    const numbers = `[${"0,".repeat(20_000)}0]`
    assert.isTrue(Result.isFailure(await read(numbers, 20_000 * 32)))
    assert.isTrue(Result.isSuccess(await read(numbers, 20_001 * 32)))
    assert.isTrue(Result.isSuccess(await read(`[${"0,".repeat(2000)}0]`, 0)))
  })

  it("E3: repeats no name that is too long, in the place that it tells", async () => {
    const { details } = await refused(`{"a":{"${"x".repeat(MiB)}":1e999}}`)
    assert.deepInclude(details, { issues: [{ path: "/a", message: "The number is too large to be stored." }] })
  })
})

describe("a value of this process", () => {
  const sent = (value: unknown) => Effect.runSync(Effect.result(asSent(value)))

  it("E4: is taken as a caller would have sent it", () => {
    assert.deepStrictEqual(Effect.runSync(asSent({ a: 1, b: undefined, c: new Date(0) })).value, {
      a: 1,
      c: new Date(0).toJSON()
    })
  })

  it("E3: is refused where it is none that can be sent", () => {
    assert.match(refusal(sent({ a: 1n })).message, /The input cannot be written as JSON: .*BigInt/)
    assert.match(refusal(sent(undefined)).message, /The input is not JSON; pass an object/)
    assert.deepStrictEqual(
      refusal(sent({ a: "\0" })).issues.map(({ path }) => path),
      ["/a"]
    )
  })
})
