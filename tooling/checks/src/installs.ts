/**
 * Installs the tarballs as a stranger does, with each package manager, in a host that has had effect 3 through a
 * dependency for long, and starts it: what it asks for is answered, with one copy of effect; and with a second one it
 * ends, saying where both are. And the client by itself, which brings nothing, on the server of such a host.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type ClientServer, withServer } from "./client/server.ts"
import { pinned, run, source, writeHost } from "./hosts.ts"
import { pack } from "./pack.ts"
import { root } from "./publicPackages.ts"
import { scope, startRegistry } from "./registry.ts"
import { report } from "./report.ts"

const directory = mkdtempSync(join(tmpdir(), "installed-"))
const tools = join(directory, "tools")
const tool = (name: string) => join(tools, "node_modules", ".bin", name)

const registry = await startRegistry(pack(directory))

/** What a package manager adds dependencies with, and where it reads whose registry the scope's is. */
const managers: Readonly<Record<string, { add: ReadonlyArray<string>; settings: Readonly<Record<string, string>> }>> = {
  npm: { add: ["npm", "install"], settings: { ".npmrc": `${scope}:registry=${registry.url}\n` } },
  pnpm: {
    add: ["pnpm", "add"],
    settings: { ".npmrc": `${scope}:registry=${registry.url}\n`, "pnpm-workspace.yaml": "" }
  },
  yarn: {
    add: [tool("yarn"), "add"],
    settings: {
      "yarn.lock": "",
      ".yarnrc.yml": [
        "nodeLinker: node-modules",
        "enableTelemetry: false",
        "unsafeHttpWhitelist: [127.0.0.1]",
        // Yarn holds back what was published within a day.
        `npmPreapprovedPackages: ["${scope}/*"]`,
        `npmScopes: { ${scope.slice(1)}: { npmRegistryServer: "${registry.url}" } }`
      ].join("\n")
    }
  },
  bun: { add: [tool("bun"), "add"], settings: { "bunfig.toml": `[install.scopes]\n"${scope}" = "${registry.url}"\n` } }
}

/** What the README says to install, and what the host serves. */
const readme = readFileSync(join(root, "packages", "kit", "README.md"), "utf8")
const asked = [
  ...(/^npm install (.+)$/m.exec(readme)?.[1]?.split(" ") ?? []),
  `${scope}/views`,
  `${scope}/mcp`,
  `${scope}/docs`
]

/** What is wrong with a host's answers or its copies of effect; undefined where nothing is. */
const complaint = (output: string): string | undefined => {
  const [answers, copies] = output.trim().split("\n").slice(-2)
  if (answers !== "[200,200,200,true]") return "a request is not answered with 200"
  const effects: ReadonlyArray<string> = JSON.parse(copies ?? "[]")
  return effects.length === 1 && effects[0]?.startsWith("effect 4.") ? undefined : "there is not one effect 4"
}

/** The command that holds a server to the laws, by its package's name, as its README says. */
const conformance = (add: ReadonlyArray<string>) => [
  [...add, `${scope}/conformance`],
  ["npx", "--no-install", `${scope}/conformance`, "--help"]
]

const check = async (name: string): Promise<boolean> => {
  const host = join(directory, name)
  const { add, settings } = managers[name]!
  writeHost(host, {
    ...settings,
    "package.json": { name: "host", private: true, type: "module" },
    "host.mjs": source("requests.mjs"),
    "verify.mjs": source("verify.mjs"),
    "effects.mjs": source("effects.mjs")
  })
  const begun = performance.now()
  const steps = [
    [...add, pinned("@prisma/config")],
    [...add, ...asked],
    ...(name === "npm" ? conformance(add) : []),
    [process.execPath, "--import", "./effects.mjs", "host.mjs"]
  ]
  let output = ""
  for (const step of steps) {
    const ended = await run(host, step)
    output += ended.output
    if (ended.status !== 0) return report(name, begun, `${step.join(" ")} failed`, output)
  }
  const wrong = complaint(output) ?? (name === "npm" ? await secondCopy(host) : undefined)
  return report(name, begun, wrong, output)
}

/** What is wrong with the start of a host in which a package has an effect of its own, as npm nested it before. */
const secondCopy = async (host: string): Promise<string | undefined> => {
  const effect = join(host, "node_modules", "effect")
  const nested = join(host, "node_modules", scope, "database", "node_modules", "effect")
  cpSync(effect, nested, { recursive: true })
  const { status, output } = await run(host, [process.execPath, "host.mjs"])
  const told = [effect, nested, "npm dedupe"].every((part) => output.includes(part))
  return status !== 0 && told ? undefined : `a second effect is not told at the start: ${output}`
}

/** The client in an empty folder: nothing is installed beside it, and a program with promises calls a host's server. */
const clientAlone = async ({ origin }: ClientServer): Promise<boolean> => {
  const host = join(directory, "client")
  const { add, settings } = managers["npm"]!
  writeHost(host, {
    ...settings,
    "package.json": { name: "host", private: true, type: "module" },
    "host.mjs": source("client/promises.mjs")
  })
  const begun = performance.now()
  const installed = await run(host, [...add, `${scope}/client`])
  if (installed.status !== 0) return report("the client alone", begun, "it can't be installed", installed.output)
  const started = await run(host, [process.execPath, "host.mjs", origin])
  const modules = join(host, "node_modules")
  const beside = [...readdirSync(modules), ...readdirSync(join(modules, scope))].filter((name) => !name.startsWith("."))
  const wrong =
    started.output.trim() !== '{"code":"CONFLICT","listed":["Slow traces"]}'
      ? "it does not end as expected"
      : beside.join() === `${scope},client`
        ? undefined
        : `there is ${beside.join()}`
  return report("the client alone", begun, wrong, installed.output + started.output)
}

try {
  writeHost(tools, { "package.json": { private: true } })
  const fetched = await run(tools, ["npm", "install", pinned("@yarnpkg/cli-dist"), pinned("bun")])
  if (fetched.status !== 0) throw new Error(`The package managers can't be fetched\n${fetched.output}`)
  const results = await Promise.all(Object.keys(managers).map(check))
  results.push(await withServer(join(directory, "pnpm"), clientAlone))
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  registry.close()
  rmSync(directory, { recursive: true, force: true })
}
