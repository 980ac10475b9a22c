import type { Operation } from "@agent-operations/contract"
import { expect, expectSame } from "../Broken.ts"
import { expectCode, type Extra, readAnswer } from "../client.ts"
import { callsOn } from "./calls.ts"
import { NotChecked } from "../NotChecked.ts"
import type { ServedKind } from "../served.ts"
import { overall, perFamily, perKind } from "./per.ts"

type Form = readonly [what: string, extra: Extra]

const contentType = (type: string): Form => [
  type === "" ? "no content type" : `the content type ${type}`,
  { headers: { "content-type": type } }
]

const project = encodeURIComponent

/** Ways to send the same, and headers that nothing depends on. */
const rightForms = (projectId: string): ReadonlyArray<Form> => [
  ...[
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON"
  ].map(contentType),
  ...["*/*", "text/html", "application/xml;q=0.9, image/*", "application/json;q=0"].map((accept): Form => [
    `Accept: ${accept}`,
    { headers: { accept } }
  ]),
  ["the project in the query", { headers: { "x-project-id": undefined }, query: `?projectId=${project(projectId)}` }],
  ["the project in header and query", { query: `?projectId=${project(projectId)}` }],
  ["a header that there is not", { headers: { "x-no-such-header": "delete" } }],
  ["another method in headers", { headers: { "x-http-method-override": "DELETE", "x-method-override": "GET" } }],
  ["another path in headers", { headers: { "x-original-url": "/nothing", "x-rewrite-url": "/nothing" } }],
  ["another project in other headers", { headers: { "x-project": "another", "project-id": "another" } }],
  [
    "conditions",
    { headers: { "if-none-match": "*", "if-modified-since": "Sat, 01 Jan 2050 00:00:00 GMT", range: "bytes=0-1" } }
  ]
]

/** Headers and parameters that are each wrong, and not about the project. */
const wrongTypes: ReadonlyArray<Form> = [
  ...[
    "",
    "text/plain",
    "text/json",
    "text/html",
    "application/xml",
    "application/jsonx",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "json"
  ].map(contentType),
  ...["gzip", "br", "deflate", "compress", "none-such"].map((encoding): Form => [
    `the encoding ${encoding}`,
    { headers: { "content-encoding": encoding } }
  ])
]

/** Ways to name the project that are each wrong. */
const wrongProjects = (projectId: string): ReadonlyArray<Form> => {
  const own = project(projectId)
  return [
    ["no project", { headers: { "x-project-id": undefined } }],
    ["an empty project", { headers: { "x-project-id": "" } }],
    ["an empty project in the query", { headers: { "x-project-id": undefined }, query: "?projectId=" }],
    ["another project in the query", { query: "?projectId=another" }],
    ["an empty project in the query beside the header", { query: "?projectId=" }],
    ["the project twice in the query", { query: `?projectId=${own}&projectId=${own}` }],
    ["two projects in the query", { query: `?projectId=${own}&projectId=another` }],
    [
      "the project twice in the query, and not in the header",
      { headers: { "x-project-id": undefined }, query: `?projectId=${own}&projectId=${own}` }
    ],
    [
      "two projects in the query, and none in the header",
      { headers: { "x-project-id": undefined }, query: `?projectId=another&projectId=${own}` }
    ],
    ["a project of 201 characters", { headers: { "x-project-id": "x".repeat(201) } }],
    [
      "a project of 201 characters in the query",
      { headers: { "x-project-id": undefined }, query: `?projectId=${"x".repeat(201)}` }
    ]
  ]
}

/** Request IDs that nobody would call well-formed. */
const malformedIds = ["a".repeat(4000), '<script>alert("1")</script>', 'one "two"; three=\u00e9']

const requestIds = ["f47ac10b-58cc-4372-a567-0e02b2c3d479", "0190f5fe-7c00-7a00-8000-000000000001"]

/** Calls that change a definition, if they are carried out. */
const changing = (kind: ServedKind, id: string): ReadonlyArray<readonly [operation: string, input: object]> =>
  (["update", "delete"] as const)
    .filter((verb) => kind.has(verb))
    .map((verb) => [kind.id(verb), { id, expectedRevision: 1 }])

/** What stands around an operation: methods, paths and headers. */
export const headers = [
  perKind(
    "E3",
    ["header.content-type", "header.project"],
    "what is sent in another right way is answered the same",
    async ({ client, kind, target, withDefinitions, word }) => {
      await withDefinitions([word()], async ([made]) => {
        const { id } = made!
        const before = await client.ok(kind.id("get"), { id })
        for (const [what, extra] of rightForms(target.projectId)) {
          const { data, status, text } = await client.call(kind.id("get"), { id }, extra)
          expect("E3", status === 200, `${kind.id("get")} with ${what} was answered ${status} ${text.slice(0, 300)}`)
          expectSame("E3", data, before, `${kind.id("get")} with ${what}`)
        }
      })
    }
  ),

  perKind(
    "E3",
    ["E3.headers", "header.content-type", "header.project", "E3.nothing"],
    "a header or parameter that is wrong is VALIDATION_ERROR, and changes nothing",
    async ({ client, few, kind, target, withDefinitions, word }) => {
      await withDefinitions([word()], async ([made]) => {
        const { id } = made!
        const before = await client.ok(kind.id("get"), { id })
        for (const [what, extra] of few([...wrongTypes, ...wrongProjects(target.projectId)])) {
          for (const [operation, input] of [[kind.id("get"), { id }] as const, ...changing(kind, id)]) {
            const answer = await client.call(operation, input, { ...extra, repeatable: true })
            expectCode("E3", answer, "VALIDATION_ERROR", `${operation} with ${what}`)
          }
        }
        expectSame("E3", await client.ok(kind.id("get"), { id }), before, "a definition after wrong headers")
      })
    }
  ),

  overall(
    "E3",
    ["header.project"],
    "a project of 200 characters is named",
    async ({ as, served }) => {
      const operation = served.operations[0]!
      const projectId = "x".repeat(200)
      expectCode(
        "E3",
        await as({ projectId }).call(operation.id, operation.example.input),
        "PROJECT_ACCESS_DENIED",
        "it"
      )
    },
    { needs: ["foreign"] }
  ),

  perFamily(
    "E3",
    ["header.project"],
    "every operation looks at how the project is named",
    async ({ client, family, quick, target, word }) => {
      const own = target.projectId
      const isOpen = async ({ id, example }: Operation.Any) => {
        const extra = { headers: { "x-project-id": own + word() }, repeatable: true }
        return (await client.call(id, example.input, extra)).error?.code !== "PROJECT_ACCESS_DENIED"
      }
      const twice = [`${own}, ${own}`, `${own},${own}`, `${own}, another`, `another, ${own}`]
      for (const [index, operation] of family.operations.entries()) {
        const { id, example } = operation
        // In a quick run each operation after the first has one of them, another than the one before it.
        const asked = <T>(ways: ReadonlyArray<T>) => (quick && index > 0 ? [ways[index % ways.length]!] : ways)
        for (const [what, extra] of asked(wrongProjects(own))) {
          const answer = await client.call(id, example.input, { ...extra, repeatable: true })
          expectCode("E3", answer, "VALIDATION_ERROR", `${id} with ${what}`)
        }
        // A header that is sent twice is read as its values with a comma between them. Who reaches each project whose
        // name begins so, reaches one that is called so.
        if (await isOpen(operation)) continue
        for (const header of asked(twice)) {
          const answer = await client.call(id, example.input, { headers: { "x-project-id": header }, repeatable: true })
          const isRefused = ["VALIDATION_ERROR", "PROJECT_ACCESS_DENIED"].includes(answer.error?.code ?? "")
          expect("E3", isRefused, `${id} with x-project-id: ${header} was answered ${answer.text.slice(0, 300)}`)
        }
      }
    }
  ),

  overall(
    "E1",
    ["header.request-id"],
    "an answer of any sort has the request's ID, or one of its own",
    async ({ as, client, served, send, target }) => {
      const { id, example } = served.operations.find(({ effect }) => effect === "read") ?? served.operations[0]!
      const nobody = { headers: { authorization: "Bearer none" } }
      const ways: ReadonlyArray<
        readonly [string, (headers: Record<string, string>) => Promise<{ readonly headers: Headers }>]
      > = [
        ["an operation", (headers) => client.call(id, example.input, { headers })],
        [
          "one without a credential",
          (headers) => client.call(id, example.input, { headers: { ...nobody.headers, ...headers } })
        ],
        [
          "one without a project",
          (headers) => client.call(id, example.input, { headers: { "x-project-id": undefined, ...headers } })
        ],
        ["wrong input", (headers) => client.call(id, "{", { headers })],
        ["no operation", (headers) => client.call("no_such_operation", {}, { headers })],
        [
          "another method",
          (headers) => {
            const all = { authorization: `Bearer ${target.key}`, "x-project-id": target.projectId, ...headers }
            return send({ path: `/api/agent/${id}`, method: "GET", headers: all, repeatable: true })
          }
        ],
        ...(target.foreign === undefined
          ? []
          : [
              [
                "a project out of reach",
                (headers: Record<string, string>) =>
                  as({ projectId: target.foreign!.projectId }).call(id, example.input, { headers })
              ] as const
            ])
      ]
      const seen = new Set<string>()
      const isNew = (answered: string, what: string) => {
        expect(
          "E1",
          answered !== "" && !seen.has(answered),
          `${what} has an x-request-id that another answer had: ${answered}`
        )
        seen.add(answered)
      }
      const idOf = ({ headers }: { readonly headers: Headers }) => headers.get("x-request-id") ?? ""
      for (const [what, ask] of ways) {
        for (const sent of requestIds) {
          const answered = idOf(await ask({ "x-request-id": sent }))
          expect("E1", answered === sent, `${what} with x-request-id ${sent} was answered with ${answered}`)
        }
        for (const sent of malformedIds) {
          const answered = idOf(await ask({ "x-request-id": sent }))
          expect("E1", answered !== sent, `${what} was answered with the x-request-id ${sent.slice(0, 60)}`)
          isNew(answered, what)
        }
        for (let n = 0; n < 2; n++) isNew(idOf(await ask({})), what)
      }
    }
  ),

  perKind(
    "E1",
    ["E1.method", "order.path"],
    "no operation is carried out by another method, with a credential or without",
    async ({ client, kind, send, served, target, withDefinitions, word }) => {
      const name = word()
      await withDefinitions([word()], async ([made]) => {
        const { id } = made!
        const before = await client.ok(kind.id("get"), { id })
        const credential = { authorization: `Bearer ${target.key}` }
        const once = new Map(callsOn(kind, served, id, name).map((call) => [call.operation.id, call]))
        for (const { operation, input } of once.values()) {
          for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
            for (const own of [credential, {}]) {
              const headers = { ...own, "x-project-id": target.projectId, "content-type": "application/json" }
              const body = ["GET", "HEAD"].includes(method) ? undefined : JSON.stringify(input)
              const path = `/api/agent/${operation.id}`
              const what = `${method} ${path}`
              const received = await send({ path, method, headers, body, repeatable: true })
              if (method === "HEAD") {
                const { status, text } = received
                expect("E1", status === 404 && text === "", `${what} was answered ${status} ${text.slice(0, 300)}`)
                continue
              }
              expectCode("E1", readAnswer(what, undefined, received), "NOT_FOUND", what)
            }
          }
        }
        expectSame("E1", await client.ok(kind.id("get"), { id }), before, "a definition after other methods")
      })
    }
  ),

  perFamily(
    "E1",
    ["E1.path", "order.path"],
    "a path that is nearly an operation's is NOT_FOUND, before anything else is looked at",
    async ({ client, family }) => {
      const withoutAll: Extra = {
        headers: { authorization: undefined, "x-project-id": undefined, "content-type": "text/plain" }
      }
      for (const { id, example } of family.operations) {
        const paths = [
          `${id}/`,
          `${id}x`,
          `x${id}`,
          `${id}/x`,
          `/${id}`,
          `x/${id}`,
          `${id};x=1`,
          `${id}.json`,
          `${id}%20`,
          `${id}%2f`,
          `${id}%00`,
          id.toUpperCase(),
          id.replaceAll("_", "-")
        ].filter((path) => path !== id && family.operations.every((other) => other.id !== path))
        for (const path of paths) {
          expectCode("E1", await client.call(path, example.input), "NOT_FOUND", `POST /api/agent/${path}`)
          const bare = await client.call(path, "{", withoutAll)
          expectCode("E1", bare, "NOT_FOUND", `POST /api/agent/${path} without a credential`)
        }
      }
    },
    { long: true }
  ),

  overall(
    "A1",
    ["header.project", "A1.nearly", "A1.first"],
    "a project or a credential that is given in two header lines is refused by every operation",
    async ({ send, served: { operations }, target }) => {
      if (target.fetch !== undefined) throw new NotChecked("the target's fetch makes one of several header lines")
      const [project, another] = [
        ["x-project-id", target.projectId],
        ["X-Project-Id", target.otherProjectId ?? "another"]
      ] as const
      const [credential, none] = [
        ["authorization", `Bearer ${target.key}`],
        ["Authorization", "Bearer none"]
      ] as const
      const twice = [
        ["the project twice", "VALIDATION_ERROR", [credential, project, project]],
        ["two projects", "VALIDATION_ERROR", [credential, another, project]],
        ["the credential twice", "UNAUTHENTICATED", [credential, credential, project]],
        ["another credential behind it", "UNAUTHENTICATED", [credential, none, project]],
        ["another credential before it", "UNAUTHENTICATED", [none, credential, project]]
      ] as const
      for (const { id, example } of operations) {
        for (const [what, code, lines] of twice) {
          const body = JSON.stringify(example.input)
          const headers = { "content-type": "application/json" }
          const received = await send({ path: `/api/agent/${id}`, headers, lines, body, repeatable: true })
          const answer = readAnswer(id, undefined, received)
          expectCode(code === "UNAUTHENTICATED" ? "A1" : "E3", answer, code, `${id} with ${what} in two header lines`)
        }
      }
    },
    { also: ["E3"] }
  ),

  overall(
    "A4",
    ["A4.echo"],
    "no answer has the credential, wherever it was sent",
    async ({ as, client, served, target: { key } }) => {
      const { id, example } = served.operations.find(({ effect }) => effect === "read") ?? served.operations[0]!
      const sent = encodeURIComponent(key)
      const forms: ReadonlyArray<Form> = [
        ["as the user of Basic", { headers: { authorization: `Basic ${key}` } }],
        ["without a scheme", { headers: { authorization: key } }],
        ["twice", { headers: { authorization: `Bearer ${key}, Bearer ${key}` } }],
        ["with a letter more", { headers: { authorization: `Bearer ${key}a` } }],
        ["in a cookie", { headers: { cookie: `key=${key}` } }],
        ["in X-Api-Key", { headers: { "x-api-key": key } }],
        ["in the query", { query: `?access_token=${sent}` }],
        ["as the project in the query", { query: `?projectId=${sent}` }],
        ["as the content type", { headers: { "content-type": key } }],
        ["as the encoding", { headers: { "content-encoding": key } }],
        ["in Accept", { headers: { accept: key } }],
        ["in Origin", { headers: { origin: `https://${key.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}.test` } }]
      ]
      // Every answer is looked at for the credential of the client that asked for it.
      for (const [, extra] of forms) await client.call(id, example.input, extra)
      await as({ projectId: key }).call(id, example.input)
      await client.call(sent, {})
      await client.call(`${id}/${sent}`, {})
    }
  )
]
