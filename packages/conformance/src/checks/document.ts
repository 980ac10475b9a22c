import { errorsOf, type Operation, viewFamilies } from "@agent-operations/contract"
import { catalogue } from "@agent-operations/error-envelope"
import { atATime } from "../at-a-time.ts"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { expect, expectSame, same } from "../Broken.ts"
import type { Context } from "../check.ts"
import type { Answer, Definition } from "../client.ts"
import type { Met } from "../document/answers.ts"
import type { DeclaredOperation, ServedDocument } from "../document/document.ts"
import { listOf, membersOf, without } from "../document/json.ts"
import { isObject, type JsonObject } from "../json.ts"
import { type Probe, probesOf } from "../document/probes.ts"
import { type DeclaredSchema, unnamedIn } from "../document/schema.ts"
import { Inconclusive } from "../Inconclusive.ts"
import { NotChecked } from "../NotChecked.ts"
import type { Served, Verb } from "../served.ts"
import { at, put, type Shape, shapeOf, type Site, wordsOf } from "../shape.ts"
import { discard, type Page, referenceTo } from "./fixtures.ts"
import { overall, perFamily, perKind } from "./per.ts"
import { withSubject } from "./subjects.ts"

/** The statuses that every operation can return, and declares, whether it does or not. Source: the specification. */
const statuses = [400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503, 504]
/** Those that have several codes: where such a status is declared, an enumeration of codes says more than the status. */
const ofSeveralCodes = [403, 409, 422]
/** The version of the API that page views and custom fields are of. */
const apiVersion = "1.0.0"
/** Codes whose errors have no details that are promised: what a document declares of them is known without an answer. */
const plainCodes: ReadonlyArray<string> = [
  ["UNAUTHENTICATED", "USAGE_LIMIT_REACHED", "PROJECT_ACCESS_DENIED", "NOT_FOUND", "INVALID_REFERENCE"],
  ["RATE_LIMITED", "INTERNAL_ERROR", "UNAVAILABLE", "TIMEOUT"]
].flat()
/** A code that a later version may have under a status that an operation does not return yet. */
const laterCode = "OF_A_LATER_VERSION"
/** Statuses with a header that tells what to do, and what may stand in it. */
const wantedHeaders: ReadonlyArray<readonly [number, string, unknown]> = [
  [401, "WWW-Authenticate", "Bearer"],
  [429, "Retry-After", 1],
  [503, "Retry-After", 1]
]
/** What these headers may be declared as, wherever they are: a challenge and an ID are texts, and a number may be one. */
const headerTypes: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  "www-authenticate": ["string"],
  "retry-after": ["string", "integer", "number"],
  "x-request-id": ["string"]
}
/** The header that every answer has, and what may stand in it. */
const [requestId, aRequestId] = ["x-request-id", "f47ac10b-58cc-4372-a567-0e02b2c3d479"]
/** How long the ID of a project may be. */
const maxProjectId = 200
/** Longer bodies are too large, whatever is in them. */
const maxBodyLength = 1_000_000

/** How many inputs are under way at a time. */
const probesAtATime = 6

const builtIn = new Set<Operation.Any>(
  viewFamilies.flatMap(({ operations }) => Object.values<Operation.Any>(operations))
)

const declaredIn = (document: ServedDocument, { id }: Operation.Any): DeclaredOperation => {
  const found = document.operation(id)
  expect("C2", found !== undefined, `the document has no POST /api/agent/${id}`)
  return found
}

/** What a document declares, for the checks that have nothing to look at without it. */
const documentOf = async ({ document }: Pick<Context, "document">): Promise<ServedDocument> => {
  try {
    return await document()
  } catch (error) {
    throw new NotChecked(`there is no document to look at: ${(error as Error).message.slice(0, 100)}`)
  }
}

const shownJson = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
}

const memberOf = (schema: DeclaredSchema, parts: ReadonlyArray<JsonObject>, name: string): ReadonlyArray<JsonObject> =>
  parts.flatMap((part) => membersOf(part["properties"]).flatMap(([key, at]) => (key === name ? schema.parts(at) : [])))

/** The codes that the body of an error may have; undefined where they are not enumerated. */
const codesIn = (body: DeclaredSchema): ReadonlyArray<string> | undefined => {
  const code = memberOf(body, memberOf(body, body.parts(body.schema), "error"), "code")
  const lists = code.flatMap((part) =>
    "const" in part ? [[part["const"]]] : "enum" in part ? [listOf(part["enum"])] : []
  )
  return lists.length === 0 ? undefined : lists.flat().map(String)
}

/** The codes that an operation may answer: what the specification says of each, and not how a server is made, decides. */
const codesOf = (operation: Operation.Any, { aboutOf, declared }: Served): ReadonlyArray<string> => {
  const { verb = "" } = aboutOf(operation) ?? {}
  const own = declared(operation).input!
  const takesDraft = memberOf(own, own.parts(own.schema), "draft").length > 0
  const mayRefer = ["create", "update", "copy", "restore", "recover"].includes(verb) || takesDraft
  return [...errorsOf(operation), ...(mayRefer ? ["REFERENCE_NOT_FOUND", "INVALID_REFERENCE"] : [])]
}

/** The statuses that an operation answers with. */
const statusesOf = (operation: Operation.Any): ReadonlyArray<number> => [
  ...new Set([200, ...errorsOf(operation).map((code) => catalogue[code].status)])
]

const expectHeaders = (operation: Operation.Any, { response }: DeclaredOperation, withIds: ReadonlyArray<number>) => {
  const { id } = operation
  const has = (status: number, name: string, value: unknown) => {
    const header = response(status)?.headers.get(name.toLowerCase())
    expect("C2", header !== undefined, `it declares no ${name} for ${status} of ${id}`)
    const { schema } = header
    const isTaken = schema === undefined || schema.accepts(value) || schema.accepts(String(value))
    expect("C2", isTaken, `it declares that ${name} for ${status} of ${id} is never ${String(value)}`)
  }
  for (const status of [200, ...statuses]) {
    for (const [name, { schema }] of response(status)?.headers ?? []) {
      const types = schema?.parts(schema.schema).flatMap(({ type = [] }) => type) ?? []
      const wanted = headerTypes[name] ?? types
      const isRight = types.length === 0 || types.some((type) => wanted.includes(type))
      expect("C2", isRight, `it declares that ${name} for ${status} of ${id} is of the type ${types.join(" or ")}`)
    }
  }
  for (const [status, name, value] of wantedHeaders) has(status, name, value)
  for (const status of statusesOf(operation).filter((one) => withIds.includes(one))) has(status, requestId, aRequestId)
}

/** A value with another word at a place. The ID beside the name of a kind is one of that kind: a document may say so. */
const withWord = ({ path, whole }: Site, word: string, { kinds }: Served): unknown => {
  const data = put(whole, path, word)
  const beside = [...path.slice(0, -1), "id"]
  const kind = path.at(-1) === "kind" ? kinds.find(({ name }) => name === word) : undefined
  return kind === undefined || at(data, beside) === undefined ? data : put(data, beside, kind.missingId)
}

/** Holds what is declared of errors to the envelope, those among them that no check can provoke. */
const expectEnvelopes = (body: DeclaredSchema, codes: ReadonlyArray<string>, where: string) => {
  for (const code of codes) {
    const envelope = { code, message: "No.", hint: "Ask." }
    const bodies = [envelope, { ...envelope, details: {} }, { ...envelope, details: null }].map((error) => ({ error }))
    const taken = bodies.find(body.accepts)
    expect("C2", taken !== undefined, `it declares ${code} for ${where} otherwise than as the envelope`)
    const unnamed = unnamedIn(body, taken)
    expect("C2", unnamed === undefined, `it declares no ${unnamed} in ${code} for ${where}`)
  }
}

const expectStatuses = (operation: Operation.Any, declared: DeclaredOperation, served: Served) => {
  const { id } = operation
  const codes = errorsOf(operation)
  const possible = codesOf(operation, served)
  for (const status of declared.statuses) {
    const known = ["200", "default", "4XX", "5XX"].includes(status) || statuses.includes(Number(status))
    expect("E2", known, `it declares ${status} for ${id}, which is no status of the specification`)
  }
  for (const status of [200, ...statuses]) {
    const response = declared.response(status)
    expect("C2", response !== undefined, `it declares no ${status} for ${id}`)
    expect("C2", response.body !== undefined, `it declares no JSON for ${status} of ${id}`)
  }
  for (const status of statuses.filter((one) => declared.statuses.includes(String(one)))) {
    const body = declared.response(status)?.body
    if (body === undefined) continue
    const own: ReadonlyArray<string> = codes.filter((code) => catalogue[code].status === status)
    const listed = codesIn(body)
    const isOpen = own.length === 0 && listed === undefined
    const known = isOpen ? [laterCode] : own.filter((code) => plainCodes.includes(code))
    expectEnvelopes(body, known, `${status} of ${id}`)
    if (listed === undefined) continue
    const missing = own.filter((code) => !listed.includes(code))
    expect("E2", missing.length === 0, `it declares no ${missing.join(", ")} for ${status} of ${id}`)
    const more = listed.filter((code) => !possible.includes(code))
    const isOnly = (code: string) =>
      !ofSeveralCodes.includes(status) && (catalogue as Record<string, { status: number }>)[code]?.status === status
    const wrong = more.filter((code) => !isOnly(code))
    expect("E2", wrong.length === 0, `it declares ${wrong.join(", ")} for ${status} of ${id}, which has none of it`)
  }
  const limits = declared.object["x-agent-limits"]
  if (limits !== undefined) expectSame("C2", limits, operation.limits, `the limits that it declares for ${id}`)
}

/** Every list of scopes that is declared for an operation, with where it stands. */
const scopesIn = (document: ServedDocument, { object, security }: DeclaredOperation) => {
  const extensions = Object.entries(object).filter(
    ([name, value]) => /^x-.*scopes$/i.test(name) && Array.isArray(value)
  )
  const required = security.flatMap((one) => Object.entries(one))
  return [
    ...extensions.map(([name, scopes]) => ({ where: name, scopes: listOf(scopes), mayBeEmpty: false })),
    ...required.map(([name, scopes]) => {
      const type = document.schemes[name]?.["type"]
      // Only OAuth has scopes in every tool.
      return { where: name, scopes: listOf(scopes), mayBeEmpty: type !== "oauth2" && type !== "openIdConnect" }
    })
  ]
}

const sorted = (all: ReadonlyArray<unknown>) => all.map(String).toSorted()

const expectScopes = (document: ServedDocument, operation: Operation.Any, scopes: ReadonlyArray<string>) => {
  const declared = declaredIn(document, operation)
  const lists = scopesIn(document, declared)
  for (const { where, scopes: listed, mayBeEmpty } of lists) {
    if (mayBeEmpty && listed.length === 0) continue
    expectSame("C2", sorted(listed), sorted(scopes), `the scopes that it declares for ${operation.id} (${where})`)
  }
  const isDeclared = scopes.length === 0 || lists.some(({ scopes: listed }) => listed.length > 0)
  expect("C2", isDeclared, `it declares no scopes for ${operation.id}, which requires ${scopes.join(", ")}`)
}

const expectSecurity = (document: ServedDocument, { id }: Operation.Any, { security }: DeclaredOperation) => {
  expect("C2", security.length > 0, `it asks no credential for ${id}`)
  for (const one of security) {
    const names = Object.keys(one)
    expect("C2", names.length > 0, `it says that ${id} can be called without a credential`)
    for (const name of names)
      expect("C2", document.schemes[name] !== undefined, `${id} has the security scheme ${name}, which there is not`)
  }
}

const expectExamples = (operation: Operation.Any, { input, examples, response }: DeclaredOperation) => {
  const { id } = operation
  expect("C2", input !== undefined, `it declares no input in JSON for ${id}`)
  expect("C2", examples.length > 0, `it has no example of an input of ${id}`)
  for (const example of examples) {
    const problem = input.problemOf(example)
    expect("C2", problem === undefined, `its example of an input of ${id} is not as it declares: ${problem}`)
  }
  for (const status of [200, ...statuses]) {
    const { body, examples: answers = [] } = response(status) ?? {}
    for (const answer of body === undefined ? [] : answers) {
      const problem = body?.problemOf(answer)
      expect("C2", problem === undefined, `its example of ${status} of ${id} is not as it declares: ${problem}`)
      const unnamed = body && unnamedIn(body, answer)
      expect("C2", unnamed === undefined, `its example of ${status} of ${id} has ${unnamed}, which it does not declare`)
    }
  }
}

/** The path of the address that a document names, where it is of the origin that is checked; else undefined. */
const serverPath = (target: string, url: unknown): string | undefined => {
  const found = URL.parse(String(url), `${target}/openapi.json`)
  return found?.origin === new URL(target).origin ? found.pathname.replace(/\/$/, "") : undefined
}

const wasRefused = ({ error }: Answer) => error?.code === "VALIDATION_ERROR"
/** Whether an answer tells how its input was taken. */
const isTelling = ({ status, error }: Answer) =>
  status < 500 && ![413, 403, 429].includes(status) && error?.code !== "INVALID_REFERENCE"

/** Begins one input again where the server was away, and not all of them: what it left behind disturbs no other. */
const decided = async <A>(ask: () => Promise<A>, left = 4): Promise<A> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Inconclusive) || left === 0) throw error
    return decided(ask, left - 1)
  }
}

interface Probed {
  readonly operation: Operation.Any
  readonly declared: DeclaredOperation
  readonly served: Served
}

/** What differs from the input of an operation where its document, or the contract's, says that something is decided. */
const inputsOf = ({ operation, declared, served }: Probed, name: string): ReadonlyArray<Probe> => {
  const about = served.aboutOf(operation)
  const makes = about?.verb === "create" || about?.verb === "copy"
  const named = (input: unknown) => (makes && isObject(input) ? { ...input, name } : input)
  const own = served.declared(operation)
  const [example] = declared.examples
  const all = [
    ...probesOf(declared.input!, named(example)),
    ...probesOf(own.input!, named(operation.example.input))
  ].filter(({ input }) => JSON.stringify(input).length < maxBodyLength)
  return [...new Map(all.map((probe) => [JSON.stringify(probe.input), probe])).values()]
}

/** Whether a refusal may have a reason that no schema has: a cursor of another list, or what a host's own check finds. */
const mayBeRefused = ({ operation, served }: Probed, { pointer, input }: Probe): boolean =>
  (operation.paging === "cursor" && pointer === "/cursor") ||
  (!builtIn.has(operation) && served.declared(operation).input!.accepts(input))

/** Every place in the result of an operation. */
const resultShapeOf = (operation: Operation.Any): Shape => {
  const { result, example } = operation
  return shapeOf({
    ...operation,
    input: result as Operation.Any["input"],
    example: { ...example, input: example.result }
  })
}

/** Answers that are as their document declares. */
const declaredRight = new WeakSet<Met>()

/** Holds an answer to what a document declares of its operation. */
const expectDeclared = (declared: DeclaredOperation, { operation, status, headers, body }: Met): void => {
  const shown = `${operation} was answered ${status} ${shownJson(body)}`
  const response = declared.response(status)
  expect("C2", response?.body !== undefined, `${shown}, which its document does not declare`)
  const problem = response.body.problemOf(body)
  expect("C2", problem === undefined, `${shown}, which is not as its document declares: ${problem}`)
  const unnamed = unnamedIn(response.body, body)
  expect("C2", unnamed === undefined, `${shown}, and its document declares no ${unnamed}`)
  for (const [name, { required, schema }] of response.headers) {
    const value = headers.get(name)
    expect("C2", value !== null || !required, `${shown} without ${name}, which its document declares as required`)
    if (value === null || schema === undefined) continue
    const isRight = schema.accepts(value) || (value !== "" && schema.accepts(Number(value)))
    expect("C2", isRight, `${shown} with ${name}: ${value}, which is not as its document declares`)
  }
}

/** Holds the answers of an operation that were met to what its document declares of them. */
const expectMet = (
  document: ServedDocument,
  operation: Operation.Any,
  served: Served,
  answers: Context["answers"]
): void => {
  const declared = declaredIn(document, operation)
  const codes = codesOf(operation, served)
  for (const met of answers.of(operation.id).filter((one) => !declaredRight.has(one))) {
    const { error } = met.body as { readonly error?: { readonly code: string } }
    const isOwn = error === undefined || codes.includes(error.code)
    expect("E2", isOwn, `${operation.id} was answered ${shownJson(met.body)}, a code that it does not declare`)
    expectDeclared(declared, met)
    declaredRight.add(met)
  }
}

/** Laws of the document that a server gives of itself. */
export const document = [
  overall(
    "C2",
    ["C2.document"],
    "GET /openapi.json is OpenAPI 3.1.1, and names each operation once, at the address that answers",
    async ({ document, served, target }) => {
      const { root, all } = await document()
      expect("C2", root["openapi"] === "3.1.1", `it says that it is OpenAPI ${String(root["openapi"])}`)
      const version = isObject(root["info"]) ? root["info"]["version"] : undefined
      const isOurs = served.operations.every((operation) => builtIn.has(operation))
      const isRight = isOurs ? version === apiVersion : typeof version === "string" && version !== ""
      expect("C2", isRight, `it says that the API has the version ${shownJson(version ?? null)}`)
      const ids = all.flatMap(({ operationId }) => (typeof operationId === "string" ? [operationId] : []))
      const twice = ids.filter((id, n) => ids.indexOf(id) !== n)
      expect("C2", twice.length === 0, `it has the operationId ${twice.join(", ")} twice`)
      const paths = listOf(root["servers"]).map((one) => serverPath(target.url, isObject(one) ? one["url"] : undefined))
      const here = new URL(target.url).pathname.replace(/\/$/, "")
      const answers = paths.length === 0 ? here === "" : paths.some((path) => path === undefined || path === here)
      expect("C2", answers, `it names the servers ${shownJson(root["servers"] ?? [])}, and not ${target.url}`)
    }
  ),

  perFamily(
    "C2",
    ["C2.document", "C2.statuses", "C2.examples"],
    "the document has each operation, its statuses with their codes, and examples that are as it declares",
    async ({ document, family, served }) => {
      const found = await document()
      for (const operation of family.operations) {
        const declared = declaredIn(found, operation)
        expect("C2", declared.requiresBody, `it does not require the body of ${operation.id}`)
        expectStatuses(operation, declared, served)
        expectExamples(operation, declared)
      }
    },
    { also: ["E2"] }
  ),

  perFamily(
    "C2",
    ["C2.scopes"],
    "the document declares the scopes that each operation requires, and that it requires a credential",
    async ({ as, family, target, ...context }) => {
      const found = await documentOf(context)
      const limited = target.readOnlyKey === undefined ? undefined : as({ key: target.readOnlyKey })
      for (const operation of family.operations) {
        expectSecurity(found, operation, declaredIn(found, operation))
        expectScopes(found, operation, operation.scopes)
        const { error } = (await limited?.call(operation.id, operation.example.input)) ?? {}
        if (error?.code !== "MISSING_SCOPE") continue
        const { required } = error.details as { readonly required: ReadonlyArray<string> }
        expectScopes(found, operation, required)
      }
    }
  ),

  perFamily(
    "C2",
    ["C2.headers"],
    "the document declares how the project is named, and which headers tell what to do",
    async ({ as, family, served, ...context }) => {
      const found = await documentOf(context)
      // A document may leave out what every answer has, but not of one operation alone.
      const withIds = [200, ...statuses].filter((status) =>
        served.operations.some(({ id }) => found.operation(id)?.response(status)?.headers.has(requestId) === true)
      )
      const isHeader = ({ in: place, name }: JsonObject) =>
        place === "header" && String(name).toLowerCase() === "x-project-id"
      const isQuery = ({ in: place, name }: JsonObject) => place === "query" && name === "projectId"
      for (const operation of family.operations) {
        const { id, example } = operation
        const { parameters } = declaredIn(found, operation)
        expectHeaders(operation, declaredIn(found, operation), withIds)
        expect("C2", parameters.some(isHeader), `it declares no header x-project-id for ${id}`)
        const isNeeded = parameters.some((one) => isHeader(one) && one["required"] === true) || parameters.some(isQuery)
        expect("C2", isNeeded, `it declares that ${id} can be called with no project`)
        for (const parameter of parameters) {
          if (!isHeader(parameter) && !isQuery(parameter)) continue
          const where = `${String(parameter["in"])} ${String(parameter["name"])}`
          const { schema } = parameter
          for (const length of [0, 1, maxProjectId, maxProjectId + 1]) {
            const taken = length > 0 && length <= maxProjectId
            expect(
              "C2",
              found.schemaOf(schema ?? {}).accepts("x".repeat(length)) === taken,
              `it declares that a project ID of ${length} characters is ${taken ? "refused" : "taken"} (${where} of ${id})`
            )
          }
        }
        for (const length of [maxProjectId, maxProjectId + 1]) {
          // A credential may reach every project there is: nothing is written there.
          if (operation.effect !== "read") continue
          const { status } = await as({ projectId: "x".repeat(length) }).call(id, example.input)
          const isRight = (status === 400) === length > maxProjectId
          expect("E3", isRight, `${id} in a project of ${length} characters was answered ${status}`)
        }
      }
    },
    { also: ["E3"] }
  ),

  perFamily(
    "C2",
    ["C2.inputs", "C2.results"],
    "inputs at each bound that is declared, and one beyond it, are taken and refused as the document says",
    async ({ client, few, family, quick, served, word, ...context }) => {
      const found = await documentOf(context)
      for (const operation of family.operations) {
        const declared = declaredIn(found, operation)
        const probed = { operation, declared, served }
        const { input: schema } = declared
        if (schema === undefined || operation.callers === "people") continue
        const { kind, verb } = served.aboutOf(operation) ?? {}
        const makes = verb === "create" || verb === "copy"
        const name = word()
        await withSubject({ client, quick, word }, operation, served, ({ ready, note, isInTurn }) =>
          atATime(few(inputsOf(probed, name)), isInTurn ? 1 : probesAtATime, async (probe) => {
            const { pointer, what } = probe
            const there = ready(probe)
            // Several are under way, and none is to have a name that another has.
            const isNamed = makes && isObject(there) && there["name"] === name
            const input = isNamed ? { ...there, name: word() } : there
            // A server of another make may take more than the contract, and answers with it.
            const isOfContract = served.declared(operation).input!.accepts(input)
            const call = isOfContract ? client.call : client.callOpen
            const answer = await decided(() => call(operation.id, input))
            note(answer)
            if (makes && answer.data !== undefined) await discard(client, kind!, (answer.data as Definition).id)
            // What was sent at a bound comes back: the bounds of results are met as well.
            const { status, headers, data } = answer
            if (data !== undefined)
              expectDeclared(declared, { operation: operation.id, status, headers, body: { data } })
            if (!isTelling(answer)) return
            const [taken, refused] = [schema.accepts(input), wasRefused(answer)]
            if (taken !== refused) return
            if (refused && mayBeRefused(probed, { ...probe, input })) return
            const problem = schema.problemOf(input)
            expect(
              "C2",
              false,
              `${operation.id} ${refused ? "refuses" : "takes"} ${what} at ${pointer || "the top"}, and its document ` +
                `${refused ? "takes" : "refuses"} it${problem === undefined ? "" : ` (${problem})`}: ${shownJson(input)} ` +
                `was answered ${answer.status} ${answer.text.slice(0, 200)}`
            )
          })
        )
      }
    }
  ),

  perFamily(
    "C2",
    ["C2.results"],
    "each word that a result may have is declared of it",
    async ({ document, family, served }) => {
      const found = await document()
      for (const operation of family.operations) {
        const body = declaredIn(found, operation).response(200)?.body
        const { sites, takes, wholes } = resultShapeOf(operation)
        // What a document declares more narrowly in another place, is no lie.
        const accepted = new Set(wholes.filter((data) => body?.accepts({ data })))
        for (const site of sites.filter(({ whole }) => accepted.has(whole))) {
          for (const word of wordsOf(site) ?? []) {
            const data = withWord(site, word, served)
            const isDeclared = word === site.value || !takes(data) || body!.accepts({ data })
            expect(
              "C2",
              isDeclared,
              `it declares no ${word} at ${pointerOf(site.path)} of the result of ${operation.id}`
            )
          }
        }
      }
    }
  ),

  perFamily(
    "C2",
    ["C2.defaults"],
    "a default that is declared is what nothing stands for",
    async ({ client, family, served, ...context }) => {
      const found = await documentOf(context)
      for (const operation of family.operations) {
        const { id } = operation
        const { input, examples } = declaredIn(found, operation)
        const own = served.declared(operation).input!
        if (input === undefined) continue
        const members = input.parts(input.schema).flatMap((part) => membersOf(part["properties"]))
        for (const [name, member] of members) {
          const defaultOf = (parts: ReadonlyArray<JsonObject>) => parts.find((part) => "default" in part)?.["default"]
          const given = defaultOf(input.parts(member))
          if (given === undefined) continue
          expect(
            "C2",
            input.takes(member, given),
            `the default of ${name} of ${id}, ${shownJson(given)}, is not as declared`
          )
          const known = defaultOf(memberOf(own, own.parts(own.schema), name))
          if (known !== undefined) expectSame("C2", given, known, `the default that it declares of ${name} of ${id}`)
          const [example] = examples
          if (operation.effect !== "read" || !isObject(example)) continue
          const rest = without(without(example, name), "cursor")
          const [left, said] = [await client.call(id, rest), await client.call(id, { ...rest, [name]: given })]
          const shape = ({ status, data }: Answer) => [
            status,
            membersOf(data)
              .map(([key]) => key)
              .toSorted()
          ]
          const isSame = same(shape(left), shape(said))
          expect("C2", isSame, `${id} without ${name} is not answered as with its default, ${shownJson(given)}`)
        }
      }
    }
  ),

  perKind(
    "C2",
    ["C2.defaults"],
    "a default that is declared in its settings is answered where nothing was sent",
    async ({ client, kind, word, ...context }) => {
      const found = await documentOf(context)
      const create = kind.id("create")
      const input = found.operation(create)?.input
      const members =
        input && memberOf(input, input.parts(input.schema), "settings").flatMap((part) => membersOf(part["properties"]))
      const defaults = (members ?? []).flatMap(([name, member]) =>
        input!.parts(member).flatMap((part) => ("default" in part ? [[name, part["default"]] as const] : []))
      )
      if (defaults.length === 0) throw new NotChecked("the document declares no default in its settings")
      const names = defaults.map(([name]) => name)
      const settings = membersOf(kind.body("").settings).filter(([name]) => !names.includes(name))
      const { data } = await client.call(create, kind.body(word(), { settings: Object.fromEntries(settings) }))
      if (data === undefined) throw new NotChecked(`the server refuses settings without ${names.join(", ")}`)
      const made = data as Definition
      await discard(client, kind, made.id)
      for (const [name, value] of defaults) {
        const seen = membersOf(made.settings).find(([key]) => key === name)?.[1]
        expectSame("C2", seen, value, `what is answered of settings without ${name}, whose default is declared`)
      }
    }
  ),

  perKind(
    "C2",
    ["C2.inputs", "C2.results"],
    "what its operations take, a cursor among it, and what they answer, is as the document declares",
    async ({ answers, client, kind, served, withDefinitions, word, ...context }) => {
      const found = await documentOf(context)
      const name = word()
      await withDefinitions([`${name} 1`, `${name} 2`], async ([made, other]) => {
        const { id } = made!
        const revision = 1
        const gone = { ...referenceTo(kind, kind.missingId), kind: kind.mayReference[0] ?? kind.name }
        const self = { references: { self: referenceTo(kind, id) } }
        const wrong = { id, expectedRevision: 7 }
        const inputs: ReadonlyArray<readonly [Verb, object]> = [
          ["get", { id }],
          ["get", { id: kind.missingId }],
          ["create", {}],
          ["create", kind.body(`${name} 1`)],
          ["create", kind.body(`${name} 3`, { references: { gone } })],
          ["update", wrong],
          ["update", { id, expectedRevision: revision, description: "Changed" }],
          ["update", { id, expectedRevision: 2, name: `${name} 2` }],
          ["update", { id, expectedRevision: 2, ...self }],
          ["restore", { ...wrong, revision }],
          ["restore", { id, revision }],
          ["list", { search: name, limit: 1, includeTotal: true }],
          ["list", { limit: 0 }],
          ["history", { id, limit: 1 }],
          ["history", { id: kind.missingId }],
          ["copy", { id, name: `${name} 2` }],
          ["delete", wrong],
          ["delete", { id: other!.id, expectedRevision: revision }]
        ]
        const send = async (verb: Verb, input: object) => {
          const { data } = await client.call(kind.id(verb), input)
          const problem = data === undefined ? undefined : found.operation(kind.id(verb))?.input?.problemOf(input)
          const shown = `${kind.id(verb)} takes ${shownJson(input)}, and its document refuses it: ${problem}`
          expect("C2", problem === undefined, shown)
          return data
        }
        for (const [verb, input] of inputs.filter(([one]) => kind.has(one))) {
          const data = await send(verb, input)
          const { nextCursor: cursor = null } = (verb === "list" ? (data ?? {}) : {}) as Partial<Page>
          if (cursor !== null) await send(verb, { ...input, cursor })
        }
        if (!kind.has("copy")) return
        const { data } = await client.call(kind.id("copy"), { id, name: `${name} 2` })
        if (data !== undefined) await discard(client, kind, (data as Definition).id)
      })
      for (const operation of served.operations)
        if (served.aboutOf(operation)?.kind === kind) expectMet(found, operation, served, answers)
    }
  ),

  perFamily(
    "C2",
    ["C2.results", "E2.declared"],
    "the answers that were met are as the document declares them, with no member more",
    async ({ answers, family, served, ...context }) => {
      const found = await documentOf(context)
      for (const operation of family.operations) expectMet(found, operation, served, answers)
    },
    { also: ["E2"], last: true }
  )
]
