import type { Law, Target } from "@agent-operations/conformance"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { servedOf } from "../src/served.ts"
import { families } from "./families.ts"
import { databases, startKit } from "./kit.ts"

/** What an answer has, whatever that is. */
type Parsed = ReturnType<typeof JSON.parse>

interface Body {
  readonly data?: Parsed
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string; readonly details?: Parsed }
}

/** What a faulty server does with an operation, over the right one. */
interface Right {
  readonly input: Parsed
  readonly text: string
  /** Who asks. */
  readonly key: string
  /** Sends something to the right server: by default what was sent, as it was sent. */
  readonly send: (changed?: {
    readonly operation?: string
    readonly input?: unknown
    readonly key?: string
  }) => Promise<Answer>
}

interface Answer {
  readonly status: number
  readonly body: Body
}

interface Fault {
  readonly law: Law
  readonly family: string
  /** The operations that it is wrong in. */
  readonly operations: ReadonlyArray<string>
  readonly wrong: (right: Right, target: Target) => Promise<Answer>
}

const rule = { family: "alertRules" }
const own = { family: "system", operations: ["echo"] }

/** Changes what is answered with success. */
const answering = (change: (data: Parsed, right: Right) => unknown) => async (right: Right) => {
  const { status, body } = await right.send()
  return status === 200 ? { status, body: { data: change(body.data, right) } } : { status, body }
}

/** Answers in place of an error. */
const inPlaceOf = (code: string, answer: (right: Right, error: Parsed) => Promise<Answer>) => async (right: Right) => {
  const answered = await right.send()
  return answered.body.error?.code === code ? answer(right, answered.body.error) : answered
}

const refusing = (status: number, code: string, details?: object): Answer => ({
  status,
  body: { error: { code, message: "No.", hint: "Ask.", details } }
})

/** Servers that are wrong in a host's own kind or operation alone, by what each does. */
const faults: Readonly<Record<string, Fault>> = {
  "reads the current content at an earlier revision": {
    law: "R2",
    ...rule,
    operations: ["get_alert_rule"],
    wrong: async ({ input, send }) => {
      const { status, body } = await send({ input: { id: input.id } })
      const { revision = body.data?.revision } = input
      return { status, body: body.data === undefined ? body : { data: { ...body.data, revision } } }
    }
  },
  "updates whatever revision is expected": {
    law: "R3",
    ...rule,
    operations: ["update_alert_rule"],
    wrong: inPlaceOf("CONFLICT", ({ input, send }, { details }) =>
      send({ input: { ...input, expectedRevision: details.currentRevision } })
    )
  },
  "tells every racing update that it won": {
    law: "R4",
    ...rule,
    operations: ["update_alert_rule", "restore_alert_rule"],
    wrong: inPlaceOf("CONFLICT", ({ input, send }) => send({ operation: "get_alert_rule", input: { id: input.id } }))
  },
  "restores with other settings": {
    law: "R5",
    ...rule,
    operations: ["restore_alert_rule"],
    wrong: answering((data) => ({ ...data, settings: { ...data.settings, threshold: 1 } }))
  },
  "copies the current revision, whichever is asked for": {
    law: "R6",
    ...rule,
    operations: ["copy_alert_rule"],
    wrong: ({ input: { revision: _, ...input }, send }) => send({ input })
  },
  "deletes what a rule refers to": {
    law: "R7",
    ...rule,
    operations: ["delete_custom_field"],
    wrong: inPlaceOf("STILL_REFERENCED", async ({ input }, { details }) =>
      details.referencedBy.every((one: { kind: string }) => one.kind === "alert_rule")
        ? { status: 200, body: { data: { id: input.id, deleted: true, revision: input.expectedRevision } } }
        : refusing(409, "STILL_REFERENCED", details)
    )
  },
  "leaves out references to nothing": {
    law: "R7",
    ...rule,
    operations: ["create_alert_rule"],
    wrong: inPlaceOf("REFERENCE_NOT_FOUND", ({ input, send }) => send({ input: { ...input, references: {} } }))
  },
  "goes on reading what is deleted": (() => {
    const seen = new Map<string, unknown>()
    return {
      law: "R8" as const,
      ...rule,
      operations: ["get_alert_rule", "create_alert_rule"],
      wrong: async ({ input, send }: Right) => {
        const answered = await send()
        const { data } = answered.body
        if (data !== undefined) seen.set(data.id, data)
        return data === undefined && seen.has(input.id) ? { status: 200, body: { data: seen.get(input.id) } } : answered
      }
    }
  })(),
  "clamps a limit": {
    law: "P2",
    ...rule,
    operations: ["list_alert_rules"],
    wrong: ({ input, send }) =>
      send({
        input:
          typeof input?.limit === "number"
            ? { ...input, limit: Math.min(200, Math.max(1, Math.round(input.limit))) }
            : input
      })
  },
  "looks at the beginning of a cursor alone": (() => {
    let length = Infinity
    return {
      law: "P3" as const,
      ...rule,
      operations: ["list_alert_rules"],
      wrong: async ({ input, send }: Right) => {
        const cursor = typeof input?.cursor === "string" ? { cursor: input.cursor.slice(0, length) } : {}
        const answered = await send({ input: { ...input, ...cursor } })
        length = answered.body.data?.nextCursor?.length ?? length
        return answered
      }
    }
  })(),
  "counts the page in a total": {
    law: "P4",
    ...rule,
    operations: ["list_alert_rules"],
    wrong: answering((data) => (data.total === undefined ? data : { ...data, total: data.items.length }))
  },
  "gives a history oldest first": {
    law: "P6",
    ...rule,
    operations: ["get_alert_rule_history"],
    wrong: answering((data) => ({ ...data, items: data.items.toReversed() }))
  },
  "rounds numbers": {
    law: "E4",
    ...rule,
    operations: ["create_alert_rule"],
    wrong: ({ input, send }) => send({ input })
  },
  "loses empty labels": {
    law: "E4",
    ...rule,
    operations: ["create_alert_rule", "get_alert_rule"],
    wrong: answering((data) => {
      const labels = Object.entries(data.settings.labels).filter(([, label]) => label !== null)
      return { ...data, settings: { ...data.settings, labels: Object.fromEntries(labels) } }
    })
  },
  "requires what has a default": {
    law: "E4",
    ...rule,
    operations: ["create_alert_rule"],
    wrong: async ({ input, send }) =>
      input?.settings !== undefined && input.settings.channels === undefined
        ? refusing(400, "VALIDATION_ERROR", { issues: [{ path: "/settings/channels", message: "Missing." }] })
        : send()
  },
  "asks for no scope": {
    law: "A2",
    ...rule,
    operations: ["update_alert_rule", "delete_alert_rule"],
    wrong: ({ key, send }, target) => send({ key: key === target.readOnlyKey ? target.key : key })
  },
  "tells a rule of others from none": (() => {
    const theirs = new Set<string>()
    return {
      law: "A3" as const,
      ...rule,
      operations: ["create_alert_rule", "get_alert_rule"],
      wrong: async ({ input, key, send }: Right, target: Target) => {
        const answered = await send()
        const isTheirs = key === target.foreign?.key
        if (isTheirs && answered.status === 200) theirs.add(answered.body.data.id)
        return !isTheirs && theirs.has(input?.id) ? refusing(403, "PROJECT_ACCESS_DENIED") : answered
      }
    }
  })(),
  "looks at the input of an operation before the credential": {
    law: "A1",
    ...own,
    wrong: inPlaceOf("UNAUTHENTICATED", async () => refusing(400, "VALIDATION_ERROR", { issues: [] }))
  },
  "fails on bad input to an operation": {
    law: "E3",
    ...own,
    wrong: inPlaceOf("VALIDATION_ERROR", async () => refusing(500, "INTERNAL_ERROR"))
  },
  "answers an operation with what it does not declare": {
    law: "E2",
    ...own,
    wrong: async (right) =>
      (await right.send()).status === 200 ? refusing(409, "NAME_TAKEN", { name: "a" }) : right.send()
  },
  "answers an operation with another result": {
    law: "C2",
    ...own,
    wrong: answering(({ text }) => ({ text, length: text.length }))
  }
}

describe("a host's own kind and operation", () => {
  let target: Target
  let close: () => Promise<void>
  beforeAll(async () => {
    const { kit, credentials, ...started } = await startKit(databases[0]!)
    target = { ...credentials, url: "http://in-process.test", fetch: kit.fetch }
    close = started.close
  })
  afterAll(() => close())

  /** The target with a server that is wrong in one place. */
  const faulty = ({ operations, wrong }: Fault): Target => ({
    ...target,
    fetch: async (request) => {
      const { origin, pathname, search } = new URL(request.url)
      const operation = pathname.split("/").at(-1) ?? ""
      if (!operations.includes(operation)) return target.fetch!(request)
      const bytes = await request.arrayBuffer()
      const text = new TextDecoder().decode(bytes)
      const send: Right["send"] = async (changed = {}) => {
        const headers = new Headers(request.headers)
        if (changed.key !== undefined) headers.set("authorization", `Bearer ${changed.key}`)
        const url = `${origin}${pathname.replace(operation, changed.operation ?? operation)}${search}`
        const body = changed.input === undefined ? bytes : JSON.stringify(changed.input)
        const response = await target.fetch!(new Request(url, { method: request.method, headers, body }))
        return { status: response.status, body: (await response.json()) as Body }
      }
      const key = request.headers.get("authorization")?.replace("Bearer ", "") ?? ""
      let input: unknown
      try {
        input = JSON.parse(text)
      } catch {
        input = undefined
      }
      const { status, body } = await wrong({ input, text, key, send }, target)
      const id = request.headers.get("x-request-id") ?? crypto.randomUUID()
      const headers = { "content-type": "application/json", "www-authenticate": "Bearer", "x-request-id": id }
      return new Response(JSON.stringify(body), { status, headers })
    }
  })

  // Page views are not touched by these faults, and more kinds would share the random cases.
  const served = servedOf(families.filter(({ name }) => name !== "pageViews"))

  it.each(Object.entries(faults).map(([name, fault]) => ({ name, ...fault })))(
    "$law: a server that $name is caught by a check of that family",
    async ({ name: _, ...fault }) => {
      const own = checksOf(served, { laws: [fault.law] }).filter(({ family }) => family === fault.family)
      const { run, seed } = makeRunner(served, faulty(fault), { scale: 0.1 })
      const broken: Array<Law> = []
      for (const one of own) {
        const outcome = await run(one)
        if (outcome.status === "broken") broken.push(outcome.law)
        if (broken.includes(fault.law)) return
      }
      assert.fail(`${fault.law} is not seen broken, but ${broken.join(", ") || "nothing"} (seed ${seed})`)
    }
  )
})
