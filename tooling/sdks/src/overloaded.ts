import { request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { differences } from "./differences.ts"
import { expected } from "./expected.ts"
import { type Program, runProgram } from "./programs.ts"
import { type Answered, startProxy } from "./proxy.ts"
import { exporterVariables, tracesMadeBy, type World } from "./world.ts"

/** As many requests of the largest size as a server holds at once. */
const held = 8
const largest = 16 * 1024 * 1024

/** Has a server hold as much as it may, by requests whose bodies do not come. Answers how to let go of them. */
const fill = async ({ exports }: World): Promise<() => void> => {
  const headers = {
    authorization: `Bearer ${exports["AGENT_OPERATIONS_API_KEY"]}`,
    "x-project-id": exports["AGENT_OPERATIONS_PROJECT_ID"],
    "content-type": "application/x-protobuf",
    "content-length": largest
  }
  const requests = Array.from({ length: held }, () => {
    const asked = request(`${exports["AGENT_OPERATIONS_URL"]}/v1/traces`, { method: "POST", headers })
    asked.on("error", () => undefined).flushHeaders()
    return asked
  })
  await sleep(500)
  return () => requests.forEach((asked) => asked.destroy())
}

/**
 * What is wrong after a program sends through a proxy that judges the answers: its exporter has to send again, and what it
 * sent has to be there once.
 */
const sentThrough = async (
  world: World,
  program: Program,
  judge: (answered: Answered, count: number) => "lost" | undefined
): Promise<ReadonlyArray<string>> => {
  const answers: Array<Answered> = []
  const proxy = await startProxy(world.exports["OTEL_EXPORTER_OTLP_ENDPOINT"]!, (answered) =>
    judge(answered, answers.push(answered))
  )
  const variables = { ...exporterVariables(world), OTEL_EXPORTER_OTLP_ENDPOINT: proxy.url }
  try {
    const [made, ...others] = await tracesMadeBy(world, () =>
      runProgram(world.directory, program, world.modelsUrl, variables)
    )
    const told = JSON.stringify(answers)
    if (made === undefined || others.length > 0) return [`there are ${others.length} traces more than one: ${told}`]
    const faults = differences(made, expected[program.name]![0]!)
    return answers.length > 1 && answers.at(-1)?.status === 200 ? faults : [`it was not sent again: ${told}`, ...faults]
  } finally {
    proxy.close()
  }
}

/** What is wrong after a program sends to a server that is overloaded first: 503 with `Retry-After`. */
export const overloadedFirst = async (world: World, program: Program): Promise<ReadonlyArray<string>> => {
  const letGo = await fill(world)
  const refused: Array<Answered> = []
  try {
    const faults = await sentThrough(world, program, (answered) => {
      if (answered.status !== 200) refused.push(answered)
      letGo()
      return undefined
    })
    const [first] = refused
    return first?.status === 503 && Number(first.retryAfter) > 0
      ? faults
      : [`the server was not overloaded: ${JSON.stringify(refused)}`, ...faults]
  } finally {
    letGo()
  }
}

/** What is wrong after the answer to a program is lost once its spans were taken. */
export const answerLost = (world: World, program: Program): Promise<ReadonlyArray<string>> =>
  sentThrough(world, program, (_, count) => (count === 1 ? "lost" : undefined))
