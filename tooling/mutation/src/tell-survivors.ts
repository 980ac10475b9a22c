import type { MutantResult } from "@stryker-mutator/api/core"
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin"
import type { Reporter } from "@stryker-mutator/api/report"

/** Tells each survivor as soon as it is one: a run takes long. */
class TellSurvivors implements Reporter {
  onMutantTested({ status, fileName, location, replacement }: Readonly<MutantResult>): void {
    if (status !== "Survived" && status !== "NoCoverage") return
    const fault = replacement?.replaceAll(/\s+/g, " ").slice(0, 200)
    console.log(`survived  ${fileName}:${location.start.line}  ${fault}`)
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, "survivors", TellSurvivors)]
