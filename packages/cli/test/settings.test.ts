import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { UsageError } from "../src/errors.ts"
import { isForeign, isLoopback, normalUrl, placeOf, readSettings, type SettingFlags } from "../src/settings.ts"
import type { Terminal } from "../src/terminal.ts"

const directory = mkdtempSync(join(tmpdir(), "settings-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const write = (name: string, value: object) => {
  const file = join(directory, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(value))
}

let count = 0
const sources = ["flag", "environment", "folder", "profile"] as const
type Source = (typeof sources)[number]
type Said = Partial<Record<Source, { readonly url?: string; readonly projectId?: string; readonly profile?: string }>>

/** A terminal and flags where some sources say something; `profiles` are those that there are. */
const given = (said: Said, profiles: object = {}, key?: string) => {
  const name = `case-${++count}`
  const cwd = join(directory, name, "folder", "below")
  mkdirSync(cwd, { recursive: true })
  if (said.folder !== undefined) write(`${name}/folder/agent-operations.json`, said.folder)
  const profile = said.profile?.profile
  const config = { profiles: { default: said.profile ?? {}, ...profiles }, ...(profile !== undefined && { profile }) }
  write(`${name}/config/agent-operations/config.json`, config)
  const { url = "", projectId = "", profile: named = "" } = said.environment ?? {}
  // A variable that is empty says nothing.
  const env = {
    XDG_CONFIG_HOME: join(directory, name, "config"),
    ...{ AGENT_OPERATIONS_URL: url, AGENT_OPERATIONS_PROJECT_ID: projectId, AGENT_OPERATIONS_PROFILE: named },
    AGENT_OPERATIONS_API_KEY: key ?? ""
  }
  const flags: SettingFlags = {
    url: said.flag?.url,
    project: said.flag?.projectId,
    profile: said.flag?.profile
  }
  const terminal: Terminal = {
    ...{ env, cwd, isInteractive: false, columns: undefined, signal: new AbortController().signal },
    ...{ stdin: async function* () {}, out: () => undefined, error: () => undefined }
  }
  return { terminal, flags }
}

const placeBy = (said: Said, profiles?: object) => {
  const { terminal, flags } = given(said, profiles)
  return placeOf(terminal, flags)
}

/** Each way that some of the sources say something. */
const subsets: ReadonlyArray<ReadonlyArray<Source>> = Array.from({ length: 16 }, (_, bits) =>
  sources.filter((_, index) => (bits >> index) % 2 === 1)
)

describe("where to call", () => {
  it("is what the first says of flags, environment, folder and profile, of the project by itself", () => {
    for (const [n, ofUrl] of subsets.entries()) {
      if (ofUrl.length === 0) continue
      // Another subset says the project, so that neither is taken from where the other is.
      const ofProject = subsets[(n * 7 + 3) % 16]!
      const said = Object.fromEntries(
        sources.map((source) => [
          source,
          {
            ...(ofUrl.includes(source) && { url: `https://${source}.example/` }),
            ...(ofProject.includes(source) && { projectId: `of-${source}` })
          }
        ])
      )
      const { baseUrl, projectId, sources: from, profile } = placeBy(said)
      const [url, project] = [ofUrl[0]!, ofProject[0]]
      assert.deepStrictEqual(
        { baseUrl, projectId, from, name: profile.name },
        {
          baseUrl: `https://${url}.example`,
          projectId: project && `of-${project}`,
          from: { url, projectId: project },
          name: "default"
        }
      )
    }
  })

  it("is by the profile that the first names of flags, environment, folder and its file", () => {
    const profiles = Object.fromEntries(sources.map((source) => [source, { url: `https://${source}.example` }]))
    for (const named of subsets) {
      const said = Object.fromEntries(named.map((source) => [source, { profile: source }]))
      const { profile, baseUrl } = placeBy(
        { ...said, profile: { ...said["profile"], url: "https://default.example" } },
        profiles
      )
      const name = named[0] ?? "default"
      assert.deepStrictEqual([profile.name, baseUrl], [name, `https://${name}.example`])
    }
  })

  it("is of the nearest folder alone that has settings", () => {
    const { terminal, flags } = given({ folder: { url: "https://far.example", projectId: "far" } })
    writeFileSync(join(terminal.cwd, "agent-operations.json"), '{"url":"https://near.example"}')
    const { baseUrl, projectId } = placeOf(terminal, flags)
    assert.deepStrictEqual([baseUrl, projectId], ["https://near.example", undefined])
  })

  it("is refused where nobody says it, where it is none, and where the profile that is named is not there", () => {
    const folder = { url: "https://folder.example" }
    const wrong: ReadonlyArray<readonly [Said, string]> = [
      [{}, "It is not known where the server is."],
      [{ flag: { url: "folder.example" } }, '"folder.example" is no address of a server.'],
      [{ flag: { url: "ftp://folder.example" } }, '"ftp://folder.example" is no address of a server.'],
      [{ folder, flag: { profile: "none" } }, 'There is no profile "none"'],
      [{ folder, environment: { profile: "none" } }, 'There is no profile "none"'],
      [{ folder: { ...folder, profile: "none" } }, 'There is no profile "none"'],
      [{ folder: { url: 5 } as object }, "agent-operations.json: url must be a string."],
      [{ folder: { ...folder, projectId: 5 } as object }, "agent-operations.json: projectId must be a string."]
    ]
    for (const [said, message] of wrong) assert.throws(() => placeBy(said), UsageError, message)
    const { terminal, flags } = given({ folder, flag: { profile: "none" } })
    assert.strictEqual(placeOf(terminal, flags, true).profile.name, "none")
  })

  it("is an address without what is no part of it", () => {
    const addresses = {
      "https://a.example": "https://a.example",
      "https://a.example//": "https://a.example",
      "HTTP://A.example:80/ops/?x=1#y": "http://a.example/ops"
    }
    assert.deepStrictEqual(Object.keys(addresses).map(normalUrl), Object.values(addresses))
    const own = ["http://localhost:1", "http://127.0.0.1", "http://127.255.0.9/x", "http://[::1]:8080"]
    const others = ["http://localhost.example", "http://128.0.0.1", "http://127.0.0.1.example", "http://[::2]", "here"]
    assert.deepStrictEqual([...own, ...others].map(isLoopback), [...own.map(() => true), ...others.map(() => false)])
  })

  it("is foreign where a folder alone names it, and it is neither the profile's nor this computer's", () => {
    const url = "https://a.example"
    const foreign: ReadonlyArray<readonly [Said, boolean]> = [
      [{ folder: { url } }, true],
      [{ folder: { url }, profile: { url: "https://b.example" } }, true],
      [{ folder: { url }, profile: { url: `${url}/` } }, false],
      [{ folder: { url: "http://localhost:1" } }, false],
      [{ flag: { url } }, false],
      [{ environment: { url } }, false],
      [{ profile: { url } }, false]
    ]
    assert.deepStrictEqual(
      foreign.map(([said]) => isForeign(placeBy(said))),
      foreign.map(([, expected]) => expected)
    )
  })
})

describe("as whom to call", () => {
  const settingsBy = (said: Said, profiles?: object, key?: string) => {
    const { terminal, flags } = given(said, profiles, key)
    return readSettings(terminal, flags)
  }
  const url = "https://a.example"

  it("is with the key of the environment before the tokens of the profile, which are for its address alone", () => {
    const tokens = (place: string) => ({ default: { url, tokens: place } })
    const { credential, credentialSource } = settingsBy({}, tokens("file"), "aok_1")
    assert.deepStrictEqual([credential, credentialSource], ["aok_1", "environment"])
    for (const place of ["file", "keychain"]) {
      const settings = settingsBy({}, tokens(place))
      assert.deepStrictEqual([typeof settings.credential, settings.credentialSource], ["function", place])
    }
    for (const [said, profiles] of [
      [{ flag: { url: "https://b.example" } }, tokens("file")],
      [{}, tokens("elsewhere")],
      [{}, { default: { url } }]
    ] as const) {
      const settings = settingsBy(said, profiles)
      assert.deepStrictEqual([settings.credential, settings.credentialSource], [undefined, undefined])
    }
  })

  it("is with a key where this person says the address, or it is this computer's", () => {
    const profiles = { other: { url } }
    const cases: ReadonlyArray<readonly [Said, boolean]> = [
      [{ flag: { url } }, true],
      [{ environment: { url } }, true],
      [{ profile: { url } }, true],
      [{ folder: { url: "http://127.0.0.1:1" } }, true],
      [{ folder: { url }, profile: { url } }, true],
      [{ folder: { url } }, false],
      [{ folder: { profile: "other" } }, false],
      [{ folder: { profile: "other" }, flag: { profile: "other" } }, true],
      [{ folder: { profile: "other" }, environment: { profile: "other" } }, true]
    ]
    const isSent = cases.map(([said]) => {
      try {
        return settingsBy(said, profiles, "aok_1").credential === "aok_1"
      } catch (error) {
        return !(error instanceof UsageError && error.message.includes(`the address ${url}, and no API key is sent`))
      }
    })
    assert.deepStrictEqual(
      isSent,
      cases.map(([, expected]) => expected)
    )
  })
})
