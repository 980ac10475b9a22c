import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename } from "node:path"
import { createHash } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { Tarball } from "./pack.ts"

/** Every package manager can be told where a scope is published. */
export const scope = "@agent-operations"

const published = (url: string, { file, manifest }: Tarball) => {
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`
  return { ...manifest, dist: { tarball: `${url}/${basename(file)}`, integrity } }
}

/** A package with all of its versions, the newest last. */
const packument = (url: string, name: string, versions: ReadonlyArray<Tarball>) => ({
  name,
  "dist-tags": { latest: versions.at(-1)?.manifest.version },
  versions: Object.fromEntries(versions.map((each) => [each.manifest.version, published(url, each)]))
})

/**
 * A registry on this machine that has the tarballs and nothing else, those of later versions after those of earlier ones. A
 * version that was published stays as it is.
 */
export const startRegistry = async (tarballs: ReadonlyArray<Tarball>) => {
  const files = new Map<string, () => string | Buffer>()
  const server = createServer(({ url = "/" }, response) => {
    const content = files.get(decodeURIComponent(url))
    if (content === undefined) response.statusCode = 404
    response.end(content?.())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const byVersion = Map.groupBy(tarballs, ({ name, manifest }) => `${name}@${manifest.version}`)
  const first = [...byVersion.values()].map(([each]) => each!)
  for (const [name, versions] of Map.groupBy(first, (each) => each.name)) {
    files.set(`/${name}`, () => JSON.stringify(packument(url, name, versions)))
  }
  for (const { file } of first) files.set(`/${basename(file)}`, () => readFileSync(file))
  return { url, close: () => void server.close() }
}
