import { type Access, Caller } from "@agent-operations/auth"
import { family, operation, type OperationSpec } from "@agent-operations/contract"
import { WorkClass } from "@agent-operations/database"
import { type AgentError, Conflict, NotFound, Unavailable } from "@agent-operations/error-envelope"
import { EncodedJson, guarded, type Handlers, implement, Invoker, makeCalls } from "@agent-operations/operations"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { assert, describe } from "vitest"

const member: Access = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "org_1",
  projectId: "prj_1",
  scopes: ["notes:read"],
  credential: { type: "access_token", id: "gra_1" }
}
const key: Access = { ...member, actor: { type: "api_key", id: "key_1", name: "CI" } }

const Input = Schema.Struct({
  text: Schema.String,
  secret: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
})
const Note = Schema.Struct({ text: Schema.String, by: Schema.String })

const declare = <const Errors extends "CONFLICT" | "HUMAN_REQUIRED" = never>(
  more: Partial<OperationSpec<"add_note", typeof Input, typeof Note, Errors>> = {}
) =>
  family("notes", {
    title: "Notes",
    scopes: { "notes:read": "Read notes.", "notes:secret": "Read secret notes." },
    operations: {
      add: operation<"add_note", typeof Input, typeof Note, Errors>({
        id: "add_note",
        summary: "Add a note",
        description: "Adds a note.",
        scopes: ["notes:read"],
        effect: "write",
        input: Input,
        result: Note,
        errors: [],
        example: { input: { text: "a" }, result: { text: "a", by: "Ada" } },
        ...more
      })
    }
  })

const notes = declare()
type Handle = Handlers<typeof notes>["add"]

const echo: Handle = ({ text }) => Effect.map(Caller, ({ actor }) => ({ text, by: actor.name }))

const over = (handler: Handle, family = notes) =>
  Layer.provide(Invoker.layer([family]), implement(family, Effect.succeed({ add: handler })))

/** Invokes the operation whose handler is given, over the family as it is or with something else. */
const invoking = (handler: Handle, family = notes) =>
  Effect.fnUntraced(
    function* (input: unknown, access: Access = member, id = "add_note") {
      const { invoke } = yield* Invoker
      return yield* invoke(id, input, access)
    },
    Effect.provide(over(handler, family))
  )

/** What a call died of, as its message. */
const defectOf = (exit: Exit.Exit<unknown, AgentError>) =>
  Exit.isFailure(exit) ? String(exit.cause.reasons.find(Cause.isDieReason)?.defect) : assert.fail("it succeeded")

describe("an invoker", () => {
  it.effect("decodes the input, fills defaults in, runs the handler for the caller and returns its result", () =>
    Effect.gen(function* () {
      const seen: Array<unknown> = []
      const result = yield* invoking((input) => {
        seen.push(input)
        return echo(input)
      })({ text: "a" })
      assert.deepStrictEqual(result, { text: "a", by: "Ada" })
      assert.deepStrictEqual(seen, [{ text: "a", secret: false }])
    })
  )

  it.effect("passes text on that a handler has encoded already", () =>
    Effect.gen(function* () {
      const result = yield* invoking(() => Effect.succeed(EncodedJson.of({ text: "stored", by: "x" })))({ text: "a" })
      assert.deepStrictEqual(result, { text: "stored", by: "x" })
    })
  )

  it.effect("E3, E4: refuses what a caller over HTTP could not send", () =>
    Effect.gen(function* () {
      const invoke = invoking(echo)
      const circle: Record<string, unknown> = {}
      circle["text"] = circle
      for (const [input, path, message] of [
        [undefined, "", /^The body is refused: The input is not JSON/],
        [circle, "", /^The body is refused: The input cannot be written as JSON/],
        [{ text: "\0" }, "/text", /^The body is refused: The text contains a NUL character/],
        [{ text: "\ud800" }, "/text", /^The body is refused: The text contains a lone surrogate/],
        ...[null, 1, []].map((input) => [input, "", /^The input of add_note is not valid/] as const),
        [{}, "/text", /^The input of add_note is not valid/],
        [{ text: 1 }, "/text", /^The input of add_note is not valid/],
        [{ text: "a", more: 1 }, "/more", /^The input of add_note is not valid/]
      ] as const) {
        const error = yield* Effect.flip(invoke(input))
        assert.strictEqual(error._tag, "VALIDATION_ERROR", JSON.stringify(error.details))
        assert.deepNestedPropertyVal(error.details, "issues[0].path", path)
        assert.match(error.message, message)
      }
    })
  )

  it.effect("has no operation that is not mounted", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(invoking(echo)({ text: "a" }, member, "constructor"))
      assert.strictEqual(error._tag, "NOT_FOUND")
      const { find, invocables } = yield* Effect.provide(Invoker, over(echo))
      assert.isUndefined(find("constructor"))
      const found = find("add_note")
      assert.strictEqual(found?.operation, notes.operations.add)
      assert.isTrue(invocables.length === 1 && invocables[0] === found)
    })
  )

  it.effect("keeps families apart that have methods of one name", () =>
    Effect.gen(function* () {
      const lists = family("lists", {
        title: "Lists",
        scopes: {},
        operations: { add: { ...notes.operations.add, id: "add_list", scopes: [] } }
      })
      const { invoke } = yield* Invoker.pipe(
        Effect.provide(
          Layer.provide(Invoker.layer([notes, lists]), [
            implement(notes, Effect.succeed({ add: echo })),
            implement(lists, Effect.succeed({ add: () => Effect.succeed({ text: "listed", by: "x" }) }))
          ])
        )
      )
      assert.deepStrictEqual(yield* invoke("add_note", { text: "a" }, member), { text: "a", by: "Ada" })
      assert.deepStrictEqual(yield* invoke("add_list", { text: "a" }, member), { text: "listed", by: "x" })
    })
  )

  it.effect("A1: tells which handlers may be tried under a guard", () =>
    Effect.gen(function* () {
      const isGuarded = (handler: Handle) =>
        Effect.map(Effect.provide(Invoker, over(handler)), ({ find }) => find("add_note")?.isGuarded)
      assert.isFalse(yield* isGuarded((input) => echo(input)))
      assert.isTrue(yield* isGuarded(guarded((input) => echo(input))))
    })
  )

  it.effect("A2: requires the scopes of the operation, and those that the input asks for", () =>
    Effect.gen(function* () {
      const invoke = invoking(echo, declare({ scopesOf: ({ secret }) => (secret ? ["notes:secret"] : []) }))
      yield* invoke({ text: "a" })
      const required = ["notes:read", "notes:secret"]
      const missing = yield* Effect.flip(invoke({ text: "a", secret: true }))
      assert.deepStrictEqual(missing.details, { required, granted: ["notes:read"] })
      yield* invoke({ text: "a", secret: true }, { ...member, scopes: required })
      yield* invoke({ text: "a", secret: true }, { ...member, scopes: "all" })
      const none = yield* Effect.flip(invoke({ text: "a" }, { ...member, scopes: [] }))
      assert.deepStrictEqual([none._tag, none.details], ["MISSING_SCOPE", { required: ["notes:read"], granted: [] }])
    })
  )

  it.effect("a read is a search, but for the members that it is quick with", () =>
    Effect.gen(function* () {
      const found: Array<string> = []
      const handler: Handle = (input) =>
        Effect.andThen(
          Effect.map(WorkClass, (work) => void found.push(work)),
          echo(input)
        )
      const quickWith = (...members: ReadonlyArray<"text" | "secret">) =>
        declare({ effect: "read", quickWith: members })
      for (const family of [quickWith("text", "secret"), quickWith("text"), declare({ effect: "read" }), notes]) {
        yield* invoking(handler, family)({ text: "a", secret: true })
      }
      assert.deepStrictEqual(found, ["short", "search", "search", "short"])
    })
  )

  it.effect("A7: lets people alone do what is for people", () =>
    Effect.gen(function* () {
      const family = declare<"HUMAN_REQUIRED">({ callers: "people", errors: ["HUMAN_REQUIRED"] })
      const invoke = (access: Access) =>
        Effect.flatMap(Invoker, ({ invoke }) => invoke("add_note", { text: "a" }, access)).pipe(
          Effect.provide(Layer.provide(Invoker.layer([family]), implement(family, Effect.succeed({ add: echo }))))
        )
      assert.strictEqual((yield* Effect.flip(invoke(key)))._tag, "HUMAN_REQUIRED")
      yield* invoke(member)
    })
  )

  it.effect("fails with the handler's own errors, under the hint of the operation where the error has none", () =>
    Effect.gen(function* () {
      const family = declare<"CONFLICT">({ errors: ["CONFLICT"], hints: { CONFLICT: "Wait for the note before." } })
      const fails = (error: Conflict) =>
        Effect.flatMap(Invoker, ({ invoke }) => Effect.flip(invoke("add_note", { text: "a" }, member))).pipe(
          Effect.provide(
            Layer.provide(Invoker.layer([family]), implement(family, Effect.succeed({ add: () => Effect.fail(error) })))
          )
        )
      const details = { currentState: "running", allowedStates: ["ended"] }
      const without = new Conflict({ message: "No.", details })
      assert.strictEqual((yield* fails(without)).hint, "Wait for the note before.")
      assert.isUndefined(without.hint)
      const own = yield* fails(new Conflict({ message: "No.", hint: "Its own.", details }))
      assert.strictEqual(own.hint, "Its own.")
      const other = new NotFound({ message: "No." })
      assert.strictEqual(yield* fails(other as never), other)
    })
  )

  it.effect("dies of what a handler throws, and of a result that its schema refuses or that is too large", () =>
    Effect.gen(function* () {
      const wrong = (value: unknown) => () => Effect.succeed(value as { text: string; by: string })
      const thrown = yield* Effect.exit(invoking(() => Effect.die(new Error("broken")))({ text: "a" }))
      assert.include(defectOf(thrown), "broken")
      for (const value of [{ text: 1, by: "x" }, { text: "a" }, { text: "a", by: "x", more: 1 }, undefined]) {
        const exit = yield* Effect.exit(invoking(wrong(value))({ text: "a" }))
        assert.include(defectOf(exit), "The handler of add_note returned a result that does not match its schema")
      }
      const large = yield* Effect.exit(invoking(wrong({ text: "x".repeat(8 * 1024 * 1024), by: "x" }))({ text: "a" }))
      assert.include(defectOf(large), "an answer has at most 8388608")
    })
  )

  it.effect("gives up a handler that hangs, at the operation's own deadline", () =>
    Effect.gen(function* () {
      let ended = false
      const hang: Handle = () => Effect.onExit(Effect.never, () => Effect.sync(() => (ended = true)))
      const family = declare({ limits: { deadlineMillis: 500 } })
      const running = yield* Effect.forkChild(Effect.flip(invoking(hang, family)({ text: "a" })), {
        startImmediately: true
      })
      yield* TestClock.adjust("499 millis")
      assert.isUndefined(running.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const error = yield* Fiber.join(running)
      yield* Effect.yieldNow
      assert.deepStrictEqual([error._tag, ended], ["TIMEOUT", true])
      assert.include(error.hint, "The write may have happened")
    })
  )

  it.effect("tells by the operation what a caller may do that was given up", () =>
    Effect.gen(function* () {
      const hintOf = (more: Parameters<typeof declare<never>>[0]) =>
        Effect.map(Effect.provide(Invoker, over(echo, declare(more))), ({ find }) => find("add_note")?.timeout().hint)
      assert.include(yield* hintOf({ effect: "read" }), "Nothing was changed")
      assert.include(yield* hintOf({ effect: "write" }), "The write may have happened")
      assert.strictEqual(yield* hintOf({ effect: "read", hints: { TIMEOUT: "Ask for less." } }), "Ask for less.")
    })
  )

  it.effect("is called by the names of families and methods too", () =>
    Effect.gen(function* () {
      const { invoke } = yield* Invoker
      const calls = makeCalls([notes], (id, input) => invoke(id, input, member))
      assert.deepStrictEqual(yield* calls.notes.add({ text: "a" }), { text: "a", by: "Ada" })
    }).pipe(Effect.provide(Layer.provide(Invoker.layer([notes]), implement(notes, Effect.succeed({ add: echo })))))
  )

  it.effect("is ready once every family is", () =>
    Effect.gen(function* () {
      const readyWith = (state: Effect.Effect<void, Unavailable>) =>
        Effect.flatMap(Invoker, ({ ready }) => ready).pipe(
          Effect.provide(
            Layer.provide(
              Invoker.layer([notes]),
              implement(notes, Effect.succeed({ add: echo }), Effect.succeed(state))
            )
          )
        )
      const notYet = new Unavailable({ message: "Not yet.", retryAfter: 1 })
      assert.strictEqual(yield* Effect.flip(readyWith(Effect.fail(notYet))), notYet)
      assert.isUndefined(yield* readyWith(Effect.void))
    })
  )
})

describe("K3: reads at once", () => {
  const reads = (more: Parameters<typeof declare<never>>[0] = {}) => declare({ effect: "read", ...more })
  const of = (organizationId: string): Access => ({ ...member, organizationId })
  const many = Array.from({ length: 40 }, (_, n) => n)
  const nextTask = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

  it.live.each([
    ["some that may take long", {}, 8],
    ["all that are quick", { quickWith: ["text", "secret"] }, 40]
  ] as const)("%s are carried out, of one organization also", ([, more, most]) => {
    const begun: Array<string> = []
    const hold: Handle = ({ text }) =>
      Effect.andThen(
        Effect.sync(() => void begun.push(text)),
        Effect.never
      )
    return Effect.gen(function* () {
      const { invoke } = yield* Invoker
      const all = yield* Effect.forEach(many, (n) => Effect.forkChild(invoke("add_note", { text: `${n}` }, of("a"))))
      yield* nextTask
      assert.lengthOf(begun, most)
      yield* Fiber.interruptAll(all)
    }).pipe(Effect.provide(over(hold, reads(more))))
  })

  it.live("one that takes long makes room for another's, and is begun again", () => {
    let begun = 0
    const hold: Handle = ({ text }) =>
      text === "short"
        ? Effect.succeed({ text, by: "B" })
        : Effect.andThen(
            Effect.sync(() => void begun++),
            Effect.never
          )
    return Effect.gen(function* () {
      const { invoke } = yield* Invoker
      const all = yield* Effect.forEach(many, () => Effect.forkChild(invoke("add_note", { text: "long" }, of("a"))))
      yield* nextTask
      assert.strictEqual(begun, 8)
      assert.deepStrictEqual(yield* invoke("add_note", { text: "short" }, of("b")), { text: "short", by: "B" })
      yield* Effect.promise(() => waitUntil("what made room to begin again", () => begun === 9))
      yield* Fiber.interruptAll(all)
    }).pipe(Effect.provide(over(hold, reads())))
  })

  it.effect("writes are not counted", () => {
    let begun = 0
    const hold: Handle = () =>
      Effect.andThen(
        Effect.sync(() => void begun++),
        Effect.never
      )
    return Effect.gen(function* () {
      const { invoke } = yield* Invoker
      const all = yield* Effect.forEach(many, () => Effect.forkChild(invoke("add_note", { text: "a" }, of("a"))))
      yield* TestClock.adjust(0)
      assert.strictEqual(begun, many.length)
      yield* Fiber.interruptAll(all)
    }).pipe(Effect.provide(over(hold)))
  })
})
