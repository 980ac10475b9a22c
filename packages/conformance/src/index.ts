/**
 * The laws of SPEC.md as a suite that any host runs against its own server.
 *
 * @packageDocumentation
 */
export { type Check, check, type Context } from "./check.ts"
export type { Coverage, Share } from "./coverage.ts"
export type { FamilyChecks } from "./checks/index.ts"
export type { Answer, Client } from "./client.ts"
export { expect, expectSame } from "./Broken.ts"
export { renderJUnit } from "./junit.ts"
export { type Law, laws } from "./laws.ts"
export type { Obstacle } from "./obstacles.ts"
export type { Tries } from "./power.ts"
export { preflight } from "./preflight.ts"
export { renderSummary, renderVerdict } from "./report.ts"
export { type Requirement, requirements, unseen } from "./requirements/index.ts"
export { type Options, type Rejected, type Report, runConformance, type Verdict } from "./run.ts"
export type { Outcome } from "./runner.ts"
export type { Fixture, MadeKey, StartedTarget, Target } from "./target.ts"
