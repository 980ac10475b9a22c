import { availableParallelism } from "node:os"
import type { Result } from "./race.ts"
import { ratio, shownRatio, summary } from "./statistics.ts"

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>) =>
  [head, head.map((_, n) => (n === 0 ? "---" : "---:")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")

const number = (value: number) => Math.round(value).toLocaleString("en")

/** The kit against one other, for each result that has both. */
const against = (results: ReadonlyArray<Result>, name: string) =>
  results.flatMap(({ work, connections, rounds }) => {
    const [kit, other] = [rounds["kit"], rounds[name]]
    return kit === undefined || other === undefined ? [] : [{ work, connections, kit, other }]
  })

const floorTable = (results: ReadonlyArray<Result>) =>
  table(
    ["work", "connections", "kit /s", "floor /s", "ratio", "p50 ms", "p99 ms", "p99.9 ms", "p99 to floor's", "CPU µs"],
    against(results, "floor").map(({ work, connections, kit, other }) => {
      const [ours, theirs] = [summary(kit), summary(other)]
      return [
        work,
        String(connections),
        number(ours.perSecond),
        number(theirs.perSecond),
        shownRatio(ratio(kit, other)),
        ours.p50.toFixed(1),
        ours.p99.toFixed(1),
        ours.p999.toFixed(1),
        ratio(kit, other, "p99").median.toFixed(2),
        `${number(ours.cpuMicros)} (${number(theirs.cpuMicros)})`
      ]
    })
  )

const peersTable = (results: ReadonlyArray<Result>, peers: ReadonlyArray<string>) =>
  table(
    ["work", ...peers],
    results
      .filter(({ rounds, connections }) => connections === 32 && peers.some((peer) => rounds[peer] !== undefined))
      .map(({ work, rounds }) => [
        work,
        ...peers.map((peer) => {
          const [kit, other] = [rounds["kit"], rounds[peer]]
          return kit === undefined || other === undefined ? "" : ratio(kit, other).median.toFixed(2)
        })
      ])
  )

const bar = { height: 18, gap: 8, left: 170, unit: 200 }

/** Bars of how many times as fast the kit is as the floor; the line is one. */
export const plot = (results: ReadonlyArray<Result>): string => {
  const bars = against(results, "floor")
    .filter(({ connections }) => connections === 32)
    .map(({ work, kit, other }) => ({ work, times: ratio(kit, other).median }))
  const height = bars.length * (bar.height + bar.gap) + 30
  const width = bar.left + bar.unit * Math.max(2, ...bars.map(({ times }) => times)) + 60
  const rows = bars.map(({ work, times }, n) => {
    const y = n * (bar.height + bar.gap) + 20
    return [
      `<text x="${bar.left - 8}" y="${y + 13}" text-anchor="end">${work}</text>`,
      `<rect x="${bar.left}" y="${y}" width="${(times * bar.unit).toFixed(0)}" height="${bar.height}" fill="#4a7bb7"/>`,
      `<text x="${(bar.left + times * bar.unit + 6).toFixed(0)}" y="${y + 13}">${times.toFixed(2)}</text>`
    ].join("")
  })
  const one = bar.left + bar.unit
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width.toFixed(0)}" height="${height}" font-family="sans-serif" font-size="12">
<title>How many times as fast the kit is as the hand-written floor, at 32 connections</title>
<rect width="100%" height="100%" fill="#fff"/>
${rows.join("\n")}
<line x1="${one}" y1="10" x2="${one}" y2="${height - 10}" stroke="#c33"/><text x="${one + 4}" y="12" fill="#c33">floor</text>
</svg>
`
}

/** docs/performance.md. */
export const page = (results: ReadonlyArray<Result>, embedded: ReadonlyArray<Result>): string => {
  const memory = Math.max(...results.flatMap(({ rounds }) => (rounds["kit"] ?? []).map(({ megabytes }) => megabytes)))
  return `# Performance

Written by [tooling/bench](../tooling/bench/README.md) on ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} shared cores with Node ${process.versions.node},
PostgreSQL and the load on the same machine. Compare ratios, not figures: subjects took turns in one run. In brackets are the
least and the most of its rounds. Every answer was looked at.

## Against a hand-written floor

The floor is \`node:http\` and \`pg\` with one prepared statement an operation, without credential, scopes, validation or
envelope; the kit has everything on. CPU is of the server's process for a request, the floor's in brackets.

![How many times as fast the kit is as the floor](performance.svg)

${floorTable(results)}

The kit's process had ${memory} MB at most.

## Against servers that do the same

With a credential looked up, scopes checked, and input validated, at 32 connections: how many times as fast the kit is.

${peersTable(results, ["fastify", "hono", "orpc", "trpc"])}

## On PGlite

${table(
  ["work", "connections", "kit /s", "p50 ms", "p99 ms"],
  embedded.flatMap(({ work, connections, rounds }) => {
    const kit = rounds["kit"]
    if (kit === undefined) return []
    const { perSecond, p50, p99 } = summary(kit)
    return [[work, String(connections), number(perSecond), p50.toFixed(1), p99.toFixed(1)]]
  })
)}
`
}
