import type { McpAdditions } from "@agent-operations/mcp"
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type CallToolResult,
  createRequestStateCodec,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type InputRequests,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type ServerContext
} from "@modelcontextprotocol/server"

// What MCP's conformance suite calls, by the names and with the answers that its scenarios give.

type Answer<Result> = Result | InputRequiredResult
type Content = CallToolResult["content"][number]
type Call = (context: ServerContext) => Answer<CallToolResult> | Promise<Answer<CallToolResult>>

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="

const image: Content = { type: "image", data: png, mimeType: "image/png" }
const says = (text: string): Content => ({ type: "text", text })
const result = (...content: Array<Content>): CallToolResult => ({ content })
const resource = (uri: string, mimeType: string, text: string): Content => ({
  type: "resource",
  resource: { uri, mimeType, text }
})

// clock: a tool that takes its time between what it tells, as its description says
const wait = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Asks the person at the client for one value of a form. */
const form = (name: string, message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] }
  })

const sample = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens })

const state = createRequestStateCodec<string>({ key: "a key of thirty-two bytes or more, for tests" })

/** The state that a client brought back, or undefined where it brings none. */
const stateOf = async (context: ServerContext): Promise<string | undefined> => {
  const sent = context.mcpReq.requestState<string>()
  if (sent === undefined) return undefined
  try {
    return await state.verify(sent, context)
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The request state is not the server's own.")
  }
}

const has = ({ mcpReq }: ServerContext, ...keys: ReadonlyArray<string>) =>
  keys.every((key) => mcpReq.inputResponses?.[key] !== undefined)

/** Asks until each question has an answer, and keeps a state meanwhile. */
const asking =
  (questions: InputRequests, done: string, stateful = false): Call =>
  async (context) => {
    const before = await stateOf(context)
    return has(context, ...Object.keys(questions)) && (!stateful || before !== undefined)
      ? result(says(`${done} ${JSON.stringify(context.mcpReq.inputResponses)}`))
      : inputRequired({ inputRequests: questions, ...(stateful && { requestState: await state.mint("asked") }) })
  }

const name = form("name", "What is your name?")
const roots = inputRequired.listRoots()
const confirm = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] }
})

const greet: Call = ({ mcpReq }) => {
  const answer = acceptedContent(mcpReq.inputResponses, "user_name")?.["name"]
  return typeof answer === "string"
    ? result(says(`Hello, ${answer}!`))
    : inputRequired({ inputRequests: { user_name: name } })
}

const logging: Call = async ({ mcpReq }) => {
  for (const message of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await mcpReq.log("info", message)
    await wait()
  }
  return result(says("Logged."))
}

const capabilitiesOf = ({ mcpReq }: ServerContext) =>
  (mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]

const calls: Readonly<Record<string, Call>> = {
  test_simple_text: () => result(says("This is a simple text response for testing.")),
  test_image_content: () => result(image),
  test_audio_content: () => result({ type: "audio", data: wav, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    result(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    result(
      says("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
    ),
  test_error_handling: () => ({
    isError: true,
    content: [says("This tool intentionally returns an error for testing")]
  }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } })
      await wait()
    }
    return result(says("Done."))
  },
  test_tool_with_logging: logging,
  test_logging_tool: logging,
  test_missing_capability: (context) => {
    if (capabilitiesOf(context)?.sampling !== undefined) return result(says("The client can sample."))
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: greet,
  test_input_required_result_elicitation: greet,
  test_input_required_result_sampling: asking(
    { capital_question: sample("What is the capital of France?", 100) },
    "Sampled:"
  ),
  test_input_required_result_list_roots: asking({ client_roots: roots }, "Roots:"),
  test_input_required_result_request_state: asking({ confirm }, "state-ok", true),
  test_input_required_result_tampered_state: asking({ confirm }, "state-ok", true),
  test_input_required_result_multiple_inputs: asking(
    { user_name: name, greeting: sample("Generate a greeting", 50), client_roots: roots },
    "All:",
    true
  ),
  test_input_required_result_multi_round: async (context) => {
    const before = await stateOf(context)
    if (before === "step2" && has(context, "step2")) return result(says("Done."))
    const [step, question] =
      before === "step1" && has(context, "step1")
        ? ["step2", form("color", "Step 2: What is your favorite color?")]
        : ["step1", form("name", "Step 1: What is your name?")]
    return inputRequired({ inputRequests: { [step]: question }, requestState: await state.mint(step) })
  },
  test_input_required_result_capabilities: (context) => {
    const { sampling, elicitation } = capabilitiesOf(context) ?? {}
    return inputRequired({
      inputRequests: {
        ...(sampling && { greeting: sample("Generate a greeting", 50) }),
        ...(elicitation && { user_name: name })
      }
    })
  }
}

const user = (content: Content): GetPromptResult["messages"][number] => ({ role: "user", content })

const prompts: Readonly<
  Record<string, (given: Readonly<Record<string, string>>, context: ServerContext) => Answer<GetPromptResult>>
> = {
  test_simple_prompt: () => ({ messages: [user(says("This is a simple prompt for testing."))] }),
  test_prompt_with_arguments: ({ arg1, arg2 }) => ({
    messages: [user(says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))]
  }),
  test_prompt_with_embedded_resource: ({ resourceUri = "" }) => ({
    messages: [
      user(resource(resourceUri, "text/plain", "Embedded resource content for testing.")),
      user(says("Please process the embedded resource above."))
    ]
  }),
  test_prompt_with_image: () => ({ messages: [user(image), user(says("Please analyze the image above."))] }),
  test_input_required_result_prompt: (_, context) =>
    has(context, "user_context")
      ? { messages: [user(says(JSON.stringify(context.mcpReq.inputResponses)))] }
      : inputRequired({ inputRequests: { user_context: form("context", "What context should the prompt use?") } })
}

const promptArguments: Readonly<Record<string, ReadonlyArray<string>>> = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"]
}

const templated = /^test:\/\/template\/([^/]+)\/data$/

const read = (uri: string): ReadResourceResult | undefined => {
  const of = (mimeType: string, content: { text: string } | { blob: string }) => ({
    contents: [{ uri, mimeType, ...content }]
  })
  if (uri === "test://static-text")
    return of("text/plain", { text: "This is the content of the static text resource." })
  if (uri === "test://static-binary") return of("image/png", { blob: png })
  const id = templated.exec(uri)?.[1]
  return id === undefined
    ? undefined
    : of("application/json", { text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) })
}

const own = <Value>(table: Readonly<Record<string, Value>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** The fixtures of MCP's conformance suite. */
export const fixtures: McpAdditions = {
  tools: {
    list: Object.keys(calls).map((name) => ({ name, description: name, inputSchema: { type: "object" } })),
    call: async (name, _, context) => own(calls, name)?.(context)
  },
  prompts: {
    list: Object.keys(prompts).map((name) => ({
      name,
      description: name,
      arguments: (promptArguments[name] ?? []).map((argument) => ({ name: argument, required: true }))
    })),
    get: async (name, given, context) => own(prompts, name)?.(given, context)
  },
  resources: {
    list: [
      { uri: "test://static-text", name: "static-text", mimeType: "text/plain" },
      { uri: "test://static-binary", name: "static-binary", mimeType: "image/png" }
    ],
    templates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
    read: async (uri) => read(uri)
  },
  extend: (server) => {
    server.registerCapabilities({ logging: {} })
    server.setRequestHandler("resources/subscribe", () => ({}))
    server.setRequestHandler("resources/unsubscribe", () => ({}))
  }
}
