/**
 * The pages that people see.
 *
 * @packageDocumentation
 */
export type { Checked, CheckDefinition, Draft, Issue } from "./content/checks.ts"
export { apps, customFields, datasets, metricsCharts, pageViews, prompts, scorers } from "./content/sections/index.ts"
export { type Section, section, type SectionAdditions, type SectionPage } from "./content/Section.ts"
export type { OwnPage, OwnPageVisit } from "./content/own-page.ts"
export { ViewCompiler, type ViewCompilerOptions } from "./content/sandbox/ViewCompiler.ts"
export { Renderer, type RendererOptions } from "./content/render/Renderer.ts"
export { type ModelConnection, ModelConnections } from "./connections/ModelConnections.ts"
export type { ConsoleOptions, ConsoleServices } from "./context.ts"
export { developmentOnly } from "./development.ts"
export { consoleHandler } from "./handler.ts"
export { html } from "./html/html.ts"
export { type Console, type ConsoleMount, makeConsole, unavailableConsole } from "./make-console.ts"
export type { Theme } from "./theme.ts"
export { type Budget, Budgets } from "./usage/Budgets.ts"
