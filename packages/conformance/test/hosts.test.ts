import { spawn } from "node:child_process"
import { describeConformance } from "@agent-operations/conformance/vitest"
import { freePort } from "@agent-operations/postgres-for-tests"

const examples = `${import.meta.dirname}/../../kit/examples`

/** Starts an example of the kit in a host's server. Its identity is one person, who reaches every project. */
const startExample = async (name: string) => {
  const port = await freePort()
  const child = spawn(process.execPath, [`${examples}/${name}.ts`], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  await Promise.race([
    new Promise((resolve) => child.stdout.once("data", resolve)),
    exited.then(() => Promise.reject(new Error(`The example ${name} ended.`)))
  ])
  return {
    url: `http://127.0.0.1:${port}/ops`,
    key: "let-me-in",
    projectId: "conformance",
    otherProjectId: "another",
    close: () => {
      child.kill("SIGTERM")
      return exited
    }
  }
}

for (const name of ["node", "hono", "express", "fastify"]) {
  describeConformance(`the kit in a ${name} server`, () => startExample(name), { scale: 0.4 })
}
