import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createDatabase, freePort } from "@agent-operations/postgres-for-tests"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { blocksOf, readDocument, root, sectionOf } from "../src/documents/blocks.ts"
import { startServer } from "../src/documents/server.ts"
import { runScript } from "./run-script.ts"

const guide = readDocument("docs/production.md")
const under = (heading: string, language: string) =>
  blocksOf(sectionOf(guide, heading))
    .filter((block) => block.language === language)
    .map(({ text }) => text)

const [settings = ""] = under("## 2. Configure", "ini")
const [unit = ""] = under("## 4. Start it with systemd", "ini")
const [nginx = ""] = under("### nginx", "text")

const missing = (name: string, ...version: ReadonlyArray<string>) =>
  spawnSync(name, version).error === undefined ? undefined : `: ${name} is not installed here`
const noNginx = missing("nginx", "-v") ?? missing("openssl", "version")
const noSystemd = missing("systemd-analyze", "--version")

const directory = mkdtempSync(join(tmpdir(), "production-"))
const file = (name: string) => join(directory, name)
const cleanups: Array<() => unknown> = [() => rmSync(directory, { recursive: true, force: true })]
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

const run = (script: string, env: NodeJS.ProcessEnv = {}) => runScript(script, root, env)

test.skipIf(noSystemd !== undefined)(`systemd accepts the unit${noSystemd ?? ""}`, () => {
  writeFileSync(file("agent-operations@.service"), unit.replace("/usr/bin/node", process.execPath))
  run(`systemd-analyze verify "${file("agent-operations@.service")}" 2>&1`)
})

describe.skipIf(noNginx !== undefined)(`the guide behind nginx${noNginx ?? ""}`, () => {
  const ids: NodeJS.ProcessEnv = {}
  let port = 0
  let tls = 0
  /** A block of the guide, on the ports and files of this test, with the programs of the guide. */
  const here = (script: string) =>
    `PATH="${directory}:$PATH"
curl() { command curl --cacert "${file("cert.pem")}" --connect-to ops.example.com:443:127.0.0.1:${tls} "$@"; }
set -a; . "${file("env")}"; set +a
${script.replaceAll("/etc/agent-operations.env", file("env")).replaceAll("127.0.0.1:4400", `127.0.0.1:${port}`)}`

  beforeAll(async () => {
    const { url, drop } = await createDatabase(inject("postgresUrl"))
    cleanups.push(drop)
    port = await freePort()
    tls = await freePort()
    const secret = Buffer.alloc(32, 7)
    const environment = settings
      .replace(/^DATABASE_URL=.*$/m, `DATABASE_URL='${url}'`)
      .replace(/^DATA_DIR=.*$/m, `DATA_DIR='${file("data")}'`)
      .replace(/^OTEL_EXPORTER_OTLP_ENDPOINT=.*\n/m, "")
      .replace("<the first secret>", secret.toString("base64"))
      .replace("<the second secret>", secret.toString("base64url"))
    writeFileSync(file("env"), environment)
    const [ao = "", create = ""] = under("## 3. Create the database", "sh")
    const script = ao
      .replace("/etc/agent-operations.env", file("env"))
      .replace(/^cd .*$/m, `cd "${root}"`)
      .replace("node apps/server/dist/main.js", "node --conditions=@agent-operations/source apps/server/src/main.ts")
    writeFileSync(file("ao"), script, { mode: 0o755 })
    const printed = run(`${here(create)}\necho "$ORG $PROJECT $KEY"\nao migrate --check`)
    const lines = printed.split("\n")
    expect(lines.at(-1)).toBe("The database is up to date.")
    expect(lines.at(-3)).toBe(
      `export ${["ORG", "PROJECT", "KEY"].map((name, i) => `${name}=${lines.at(-2)!.split(" ")[i]}`).join(" ")}`
    )
    const [org, project, key] = lines.at(-2)!.split(" ")
    Object.assign(ids, { ORG: org, PROJECT: project, KEY: key })

    const named = run(`set -a; . "${file("env")}"; set +a; env -0 | base64 -w0`)
    const pairs = Buffer.from(named, "base64").toString().split("\0")
    const given = pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)])
    const server = await startServer(Object.fromEntries(given), port)
    cleanups.push(server.stop)

    run(
      `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ops.example.com -addext subjectAltName=DNS:ops.example.com \\
        -keyout "${file("key.pem")}" -out "${file("cert.pem")}" 2> "${file("openssl.log")}"`
    )
    const site = nginx
      .replace(/^ {2}listen 443/m, `  listen 127.0.0.1:${tls}`)
      .replace("/etc/ssl/ops.example.com.pem", file("cert.pem"))
      .replace("/etc/ssl/private/ops.example.com.key", file("key.pem"))
      .replace("127.0.0.1:4400", `127.0.0.1:${port}`)
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${file(name)};`)
      .join(" ")
    writeFileSync(
      file("nginx.conf"),
      `pid ${file("nginx.pid")}; error_log ${file("error.log")}; events {}\nhttp { access_log off; ${temporary}\n${site} }`
    )
    run(`nginx -c "${file("nginx.conf")}" 2> "${file("nginx.log")}"`)
    cleanups.push(() => spawnSync("nginx", ["-c", file("nginx.conf"), "-s", "quit"]))
  })

  test("the server is ready", () => {
    const [ready = ""] = under("## 4. Start it with systemd", "sh")
    expect(run(here(ready))).toBe('{"status":"ready"}')
  })

  test("operations answer through the proxy, which sends the client's address", () => {
    const [call = "", keys = ""] = under("## 5. Put a proxy in front", "sh")
    expect(JSON.parse(run(here(call), ids))).toEqual({ data: { items: [], nextCursor: null } })
    expect(run(here(keys), ids)).toContain('"address": "127.0.0.1"')
  })

  test("metrics are private, and sent to where the collector listens", () => {
    const outside = "curl -sS -o /dev/null -w '%{http_code}' https://ops.example.com/metrics"
    expect(run(here(outside))).toBe("404")
    const [collector = ""] = under("## 9. Monitor it", "yaml")
    const [, listens] = /endpoint: (\S+)/.exec(collector)!
    expect(settings).toContain(`OTEL_EXPORTER_OTLP_ENDPOINT='http://${listens}'`)
  })

  test("bodies of 16 MiB reach the server, and larger ones get its own answer", () => {
    const send = (bytes: number) =>
      run(
        here(`head -c ${bytes} /dev/zero > "${file("body")}"
curl -sS -o "${file("answer")}" -w '%{http_code}' https://ops.example.com/v1/traces -H "Authorization: Bearer $KEY" \\
  -H "x-project-id: $PROJECT" -H "Content-Type: application/x-protobuf" --data-binary "@${file("body")}"
tr -dc '[:print:]' < "${file("answer")}"`),
        ids
      )
    expect(send(16 * 1024 * 1024)).toMatch(/^400.*not OTLP/)
    expect(send(16 * 1024 * 1024 + 1)).toMatch(/^413.*PAYLOAD_TOO_LARGE/)
  })

  test("people and programs find where to sign in", () => {
    const [issuer = ""] = under("## 6. Let people sign in", "sh")
    expect(run(here(issuer))).toMatch(/^\{"issuer":"https:\/\/ops\.example\.com\/api\/auth"/)
    expect(run(here("curl -sS -o /dev/null -w '%{http_code}' https://ops.example.com/sign-in"))).toBe("200")
  })
})
