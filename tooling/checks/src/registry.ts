import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename } from "node:path"
import { createHash } from "node:crypto"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import type { Tarball } from "./pack.ts"

/** Every package manager can be told where a scope is published. */
export const scope = "@agent-operations"

const packument = (url: string, { name, file, manifest }: Tarball) => {
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`
  const { version } = manifest
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist: { tarball: `${url}/${basename(file)}`, integrity } } }
  }
}

/** A registry on this machine that has the tarballs and nothing else. */
export const startRegistry = async (tarballs: ReadonlyArray<Tarball>) => {
  const files = new Map<string, () => string | Buffer>()
  const server = createServer(({ url = "/" }, response) => {
    const content = files.get(decodeURIComponent(url))
    if (content === undefined) response.statusCode = 404
    response.end(content?.())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const each of tarballs) {
    files.set(`/${each.name}`, () => JSON.stringify(packument(url, each)))
    files.set(`/${basename(each.file)}`, () => readFileSync(each.file))
  }
  return { url, close: () => void server.close() }
}
