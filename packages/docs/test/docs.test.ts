import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { family, operation } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { codes } from "@agent-operations/error-envelope"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { makeDocs, readGuides, readAssets } from "../src/index.ts"
import { makeAnswerDocs } from "../src/handler.ts"
import { formFor } from "../src/http/negotiate.ts"
import { stylesheet } from "../src/look/stylesheet.ts"
import { makeSite } from "../src/site.ts"
import { projectDocs } from "./kit.ts"

const options = projectDocs
const docs = makeDocs(options)
const { pages } = makeSite(options)

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") => {
  const response = docs(new Request(`http://docs.test${path}`, { method, headers }))
  assert(response !== undefined, path)
  return response
}
const markdown = { accept: "text/markdown" }

describe("the form of a page", () => {
  it.each([
    [undefined, "html"],
    ["*/*", "html"],
    ["text/html", "html"],
    ["text/markdown", "markdown"],
    ["text/markdown;variant=GFM", "markdown"],
    ["text/markdown;variant=GFM;q=0.5, text/html;q=0.9", "html"],
    ["text/markdown, text/html, */*", "markdown"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["text/markdown;q=0", "html"],
    ["text/*;q=0.1, text/markdown;q=0.2", "markdown"],
    [";;q=z", "html"],
    ["application/json", "html"],
    ["", "html"]
  ] as const)("for %s is %s", (accept, form) => assert.strictEqual(formFor(accept), form))

  it("is told to caches, has an ETag of its own, and is not sent again to who has it", async () => {
    for (const path of ["/docs/", "/docs/operations/get_page_view", "/docs/laws/R1", "/docs/nonsense"]) {
      const [html, text] = [ask(path), ask(path, markdown)]
      for (const answer of [html, text]) assert.strictEqual(answer.headers.get("vary"), "Accept", path)
      assert.notStrictEqual(html.headers.get("etag"), text.headers.get("etag"))
      assert.match(text.headers.get("content-type")!, /^text\/markdown/)
      assert.match(await text.text(), /^# /)
      if (html.status === 404) continue
      const again = ask(path, { "if-none-match": `"other", W/${html.headers.get("etag")!}` })
      assert.deepStrictEqual(
        [again.status, again.headers.get("vary"), again.headers.get("etag"), await again.text()],
        [304, "Accept", html.headers.get("etag"), ""]
      )
      assert.strictEqual(ask(path, { ...markdown, "if-none-match": html.headers.get("etag")! }).status, 200)
    }
  })

  it("is Markdown behind .md, and said by each page", async () => {
    const page = ask("/docs/operations/get_page_view")
    assert.include(page.headers.get("link")!, '</docs/operations/get_page_view.md>; rel="alternate"')
    assert.include(page.headers.get("link")!, '</llms.txt>; rel="llms-txt"')
    assert.strictEqual(
      await ask("/docs/operations/get_page_view.md").text(),
      await ask("/docs/operations/get_page_view", markdown).text()
    )
    assert.strictEqual(ask("/docs/index.md").status, 200)
  })

  it("has no body for HEAD, and there is nothing to send", async () => {
    const head = ask("/docs/", {}, "HEAD")
    assert.strictEqual(await head.text(), "")
    assert.strictEqual(head.headers.get("content-length"), ask("/docs/").headers.get("content-length"))
    const post = ask("/docs/", {}, "POST")
    assert.deepStrictEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD"])
  })
})

describe("every page", () => {
  it("C1: is there for every operation, error and law, and for those of a host's own", async () => {
    for (const { operations } of referenceFamilies) {
      for (const { id } of Object.values(operations)) assert.strictEqual(ask(`/docs/operations/${id}`).status, 200, id)
    }
    for (const code of codes) assert.strictEqual(ask(`/docs/errors/${code}`).status, 200, code)
    for (const [, law] of options.laws.matchAll(/^\*\*([A-Z]\d+)\*\*/gm)) assert.isTrue(pages.has(`laws/${law}`), law)
    const ping = operation({
      id: "ping_rocket",
      summary: "Ping a rocket",
      description: "Tells whether a rocket is there.",
      scopes: ["rockets:read"],
      effect: "read",
      input: Schema.Struct({ name: Schema.String.annotate({ description: "Its name." }) }),
      result: Schema.Struct({ there: Schema.Boolean }),
      errors: ["NOT_FOUND"],
      example: { input: { name: "Ada" }, result: { there: true } }
    })
    const own = makeDocs({
      families: [
        family("rockets", { title: "Rockets", scopes: { "rockets:read": "Read rockets." }, operations: { ping } })
      ],
      name: "Acme",
      path: "/help"
    })
    const text = await own(new Request("http://x/help/operations/ping_rocket.md"))!.text()
    for (const part of ["Ping a rocket", "client.rockets.ping", "Its name.", "rockets:read", "NOT_FOUND"])
      assert.include(text, part)
    assert.isUndefined(own(new Request("http://x/docs/")))
  })

  it("is below 100 KB, without a script, with its links and anchors leading somewhere", async () => {
    const ids = new Map<string, ReadonlySet<string>>()
    const links = new Map<string, string>()
    for (const { path } of pages.values()) {
      const at = `/docs/${path}`
      const html = await ask(at).text()
      assert.notMatch(html, /<script|href="javascript:|<[^>]*\son\w+=/i, at)
      assert.isBelow(Buffer.byteLength(html), 100_000, at)
      ids.set(at, new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!)))
      for (const [, href] of html.matchAll(/\shref="([^"]*)"/g))
        links.set(new URL(href!.replaceAll("&amp;", "&"), `http://docs.test${at}`).href, at)
    }
    const broken = [...links].filter(([to]) => {
      const { origin, pathname, hash } = new URL(to)
      if (origin !== "http://docs.test") return false
      const found = docs(new Request(`http://docs.test${pathname}`))
      const anchors = ids.get(pathname)
      return found?.status !== 200 || (hash !== "" && anchors?.has(decodeURIComponent(hash.slice(1))) === false)
    })
    assert.deepStrictEqual(broken, [])
  })
})

describe("the Markdown of a page", () => {
  it("leads to the Markdown of others, and to their parts", async () => {
    const text = await ask("/docs/operations/get_page_view.md").text()
    assert.include(text, "](/docs/errors/NOT_FOUND.md)")
    const links = [...(await ask("/docs/revisions.md").text()).matchAll(/\]\((\/docs\/[^)#]*)/g)]
    assert.isAbove(links.length, 2)
    for (const [, to] of links) assert.match(ask(to!).headers.get("content-type")!, /^text\/markdown/, to)
  })
})

describe("what is not there", () => {
  it.each([
    // What a URL resolves by itself leads elsewhere.
    ["/docs/../.env", undefined],
    ["/docs/x%2f%2e%2e", 404],
    ["/docs/%2e%2e%2f.env", 404],
    ["/docs/..%5c", 404],
    ["/docs/%00", 404],
    ["/docs/constructor", 404],
    ["/docs/operations/__proto__", 404]
  ])("%s is 404 or none of the documentation's: %s", (path, status) => {
    assert.strictEqual(docs(new Request(`http://docs.test${path}`))?.status, status)
  })

  it("is what an address leads to that a browser made shorter: the first page", async () => {
    const first = await ask("/docs/").text()
    assert.strictEqual(await ask("/docs/%2e%2e").text(), first)
    assert.strictEqual(await ask("/").text(), first)
  })

  it("is 404 in the form that was asked for, with the nearest pages", async () => {
    const answer = ask("/docs/operations/get_page_veiw", markdown)
    assert.strictEqual(answer.status, 404)
    assert.include(await answer.text(), "(/docs/operations/get_page_view.md)")
    const html = ask("/docs/<script>alert(1)</script>")
    assert.strictEqual(html.status, 404)
    assert.notInclude(await html.text(), "<script>")
  })
})

describe("search", () => {
  it("finds pages in both forms, and shows what was typed as a text", async () => {
    assert.include(await ask("/docs/search?q=restore+page+view", markdown).text(), "/docs/operations/restore_page_view")
    const html = await ask(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`).text()
    assert.notInclude(html, "<script>")
    assert.include(await ask(`/docs/search?q=${"x".repeat(100_000)}`, markdown).text(), "Nothing was found.")
    assert.include(await ask("/docs/search").text(), "Type what you look for.")
  })

  it("K3: adds each page to the index in a step of its own, once", () => {
    const answer = makeAnswerDocs(options)
    const stepsOf = (path: string, query = "") => {
      const steps = answer({ method: "GET", path, query, header: () => undefined })
      let count = 0
      while (steps.next().done !== true) count++
      return count
    }
    assert.strictEqual(stepsOf("/docs/search", "q=restore"), pages.size + 1)
    assert.strictEqual(stepsOf("/docs/search", "q=page"), 1)
    assert.strictEqual(stepsOf("/docs/nonsense"), 1)
  })
})

describe("for agents", () => {
  it("llms.txt is a heading, a quote, and lists of links that are there", async () => {
    const text = await ask("/llms.txt").text()
    const [first, , quote] = text.split("\n")
    assert.match(first!, /^# /)
    assert.match(quote!, /^> /)
    const listed = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, path]) => path!)
    assert.isAbove(listed.length, 50)
    for (const path of listed.filter((path) => path.startsWith("/docs")))
      assert.strictEqual(ask(path).status, 200, path)
    assert.include(text, "\n## Optional\n")
    assert.include(await ask("/llms-full.txt").text(), "# Law R1")
  })

  it("the skill is the one that the index has the digest of", async () => {
    const { skills } = (await ask("/.well-known/agent-skills/index.json").json()) as {
      readonly skills: ReadonlyArray<{ readonly name: string; readonly url: string; readonly digest: string }>
    }
    assert.lengthOf(skills, 1)
    const text = await ask(skills[0]!.url).text()
    assert.strictEqual(skills[0]!.digest, `sha256:${createHash("sha256").update(text).digest("hex")}`)
    assert.match(text, new RegExp(`^---\nname: ${skills[0]!.name}\n`))
    assert.include(text, "expectedRevision")
  })
})

describe("below a prefix", () => {
  it.each(["/llms.txt", "/docs/operations.md", "/docs/operations/get_page_view.md"])(
    "%s names the path that operations have there",
    async (path) => {
      const own = makeDocs({ ...options, prefix: "/ops" })
      const text = await own(new Request(`http://x/ops${path}`))!.text()
      assert.match(text, /`POST \/ops\/api\/agent\/(?:\{operation\}|get_page_view)`/)
      assert.notMatch(text, /POST \/api\/agent/)
    }
  )

  it("the skill does, too", async () => {
    const own = makeDocs({ families: referenceFamilies, prefix: "/ops" })
    const text = await own(new Request("http://x/.well-known/agent-skills/agent-operations/SKILL.md"))!.text()
    assert.include(text, "`POST /ops/api/agent/{operation}`")
  })
})

describe("a folder of Markdown files", () => {
  it("becomes pages, whose HTML is text and whose addresses run nothing", async () => {
    const directory = mkdtempSync(join(tmpdir(), "pages-"))
    try {
      writeFileSync(
        join(directory, "Our rules.md"),
        "# Our rules\n\nBe kind <b onclick=alert(1)>now</b>. [a](javascript:alert(1)) [b](data:text/html,x) [c](other.md) [d](/docs/errors)\n"
      )
      writeFileSync(join(directory, ".hidden.md"), "# Hidden")
      const own = makeDocs({ families: [], guides: readGuides(directory) })
      const html = await own(new Request("http://x/docs/our-rules"))!.text()
      assert.notMatch(html, /<b |<a [^>]*href="(?:javascript|data):/)
      assert.include(html, "&lt;b onclick=alert(1)&gt;")
      assert.include(html, 'href="/docs/errors"')
      assert.notInclude(html, "other.md")
      assert.strictEqual(own(new Request("http://x/docs/hidden"))!.status, 404)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  const folderOf = (files: Readonly<Record<string, string>>) => {
    const directory = mkdtempSync(join(tmpdir(), "pages-"))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    return directory
  }

  it("has its assets, and its index begins the first page", async () => {
    const directory = folderOf({ "index.md": "# Welcome\n\n![A plan](our%20plan.svg)", "our plan.svg": "<svg/>" })
    try {
      const own = makeDocs({
        families: [],
        guides: readGuides(directory, "pages"),
        assets: readAssets(directory, "pages"),
        prefix: "/ops"
      })
      const first = await own(new Request("http://x/ops"))!.text()
      assert.include(first, '<h1 id="welcome">Welcome</h1>')
      const [, source] = /<img src="([^"]+)"/.exec(first)!
      const image = own(new Request(`http://x${source}`))!
      assert.deepStrictEqual([image.headers.get("content-type"), await image.text()], ["image/svg+xml", "<svg/>"])
      assert.match(image.headers.get("content-security-policy")!, /^default-src 'none'/)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it("has its order, titles and groups from a pages.json", async () => {
    const entries = [
      { file: "b.md", path: "second", part: "Operate", title: "Be", group: "Later", next: "first" },
      { file: "a.md", path: "first", part: "Operate" }
    ]
    const directory = folderOf({ "pages.json": JSON.stringify(entries), "a.md": "# A", "b.md": "# B" })
    try {
      const own = makeDocs({ families: [], guides: readGuides(directory) })
      const html = await own(new Request("http://x/docs/second"))!.text()
      assert.match(html, /<h3>Later<\/h3><ul><li><a [^>]*aria-current="page">Be<\/a>.*>A<\/a>/s)
      assert.include(html, 'Next: <a href="/docs/first">A</a>')
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it("may replace a guide, and no page of the reference", () => {
    const [ours, theirs] = ["Ours", "Theirs"].map((title) => ({
      ...{ file: `${title}.md`, path: "rules", part: "Start" as const, text: `# ${title}` }
    }))
    assert.strictEqual(makeSite({ families: [], guides: [ours!, theirs!] }).pages.get("rules")!.title, "Theirs")
    assert.throws(
      () => makeSite({ families: [], guides: [{ ...ours!, path: "errors" }] }),
      /Two pages have the path "errors"/
    )
  })

  it("is told what is wrong with it", () => {
    const directory = folderOf({ "pages.json": '[{"file": "a.md", "path": "a", "part": "Nowhere"}]', "a.md": "# A" })
    try {
      assert.throws(() => readGuides(directory), /the part of a.md is none of Start, Embed/)
      writeFileSync(join(directory, "pages.json"), "[]")
      writeFileSync(join(directory, "large.md"), "x".repeat(2 ** 20 + 1))
      assert.throws(() => readGuides(directory), /larger than 1 MiB/)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})

describe("the packages of a repository", () => {
  it("have a page each, with their examples, and links between them lead to these pages", async () => {
    const kit = await ask("/docs/packages/http", markdown).text()
    assert.match(kit, /^# @agent-operations\/http\n/)
    assert.include(await ask("/docs/packages", markdown).text(), "(/docs/packages/http.md)")
    const example = await ask("/docs/packages/kit/examples/hono.ts", markdown).text()
    assert.include(example, "```ts\nimport")
    const folder = await ask("/docs/packages/kit/examples/own-kind", markdown).text()
    assert.include(folder, "(/docs/packages/kit/examples/own-kind/alert-rules.ts.md)")
    assert.include(await ask("/docs/embedding").text(), 'href="/docs/packages/kit/examples/own-kind')
  })
})

describe("the colours", () => {
  it("are those of the console", () => {
    const tokensIn = (css: string) =>
      new Map([...css.matchAll(/(--[\w-]+):\s*(light-dark\([^)]*\))/g)].map(([, name, value]) => [name!, value!]))
    const tokens = (css: string) => tokensIn(css.replaceAll(/, /g, ","))
    const console = tokens(
      readFileSync(join(import.meta.dirname, "../../console/assets/styles/base/tokens.css"), "utf8")
    )
    const shared = [...tokens(stylesheet)].filter(([name]) => console.has(name))
    assert.isAbove(shared.length, 8)
    for (const [name, value] of shared) assert.strictEqual(value, console.get(name), name)
  })
})

describe("for search engines", () => {
  it("lists every page by its whole address", async () => {
    const own = makeDocs({ ...options, origin: "https://ops.example.com", prefix: "/ops" })
    const text = (path: string) => own(new Request(`https://ops.example.com${path}`))!.text()
    assert.include(await text("/robots.txt"), "Sitemap: https://ops.example.com/ops/sitemap.xml")
    const addresses = [...(await text("/ops/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, one]) => one!)
    assert.lengthOf(addresses, pages.size)
    for (const address of addresses) assert.strictEqual(own(new Request(address))?.status, 200, address)
  })
})
