import { type Explained, explainedIn } from "./explained.ts"

const of = explainedIn("evals")

export const evals: ReadonlyArray<Explained> = [
  of(
    "imports/apply/apply-files",
    "It costs more: nothing is kept of what has faults, and those beyond the most that are told are left out at the end.",
    "return Effect.succeed(undefined) }) if (errors.length >= maxFaults) break if (result === → return Effect.succeed(undefined) }) if (false) break if (result ===",
    "read.scorers) { if (errors.length >= maxFaults) break const result → read.scorers) { if (errors.length > maxFaults) break const result"
  ),
  of(
    "imports/family/asked",
    "No two keys of an object are the same.",
    "Object.entries(value).sort(([one], [other]) => (one < other ? -1 : → Object.entries(value).sort(([one], [other]) => (one <= other ? -1 :"
  ),
  of(
    "imports/files/place",
    "No offset is at or behind what is behind the last line.",
    "high] = [0, starts.length - 1] while (low < → high] = [0, starts.length + 1] while (low <"
  ),
  of(
    "imports/files/read-csv",
    "Of the place of a row it is asked whether it is a number, and no more.",
    'index) => [name, unguarded(cells[index]!)])) sink.record([count++], { value, pointer: "", → index) => [name, unguarded(cells[index]!)])) sink.record([count--], { value, pointer: "",'
  ),
  of(
    "imports/files/read-yaml",
    "The plus of an exponent is no matter either.",
    String.raw`(source: string) => source .replace(/^\+/, "") .replace(/^(-?)(?=\.)/, "$10") .replace(/\.(?!\d)/, → (source: string) => source .replace(/\+/, "") .replace(/^(-?)(?=\.)/, "$10") .replace(/\.(?!\d)/,`
  ),
  of(
    "imports/files/read-yaml",
    "Nothing else is made or thrown there.",
    'this.text(value, offset, path) if (typeof value !== "number" && typeof value !== "bigint") return this.refuse("This is no → this.text(value, offset, path) if (false) return this.refuse("This is no',
    "catch (error) { if (!(error instanceof Refused)) throw error return refuse(error.message, → catch (error) { if (false) throw error return refuse(error.message,"
  ),
  of(
    "imports/files/read-yaml",
    "Nothing is kept of what has faults.",
    "offset, pointer, code) if (reading.faults.length > 0) return tellParts(value, [], (path, → offset, pointer, code) if (false) return tellParts(value, [], (path,"
  ),
  of(
    "imports/files/read-files",
    "Nothing else is thrown there.",
    "} } catch (error) { if (!(error instanceof Enough)) throw error } const { datasets, scorers, → } } catch (error) {} const { datasets, scorers,"
  ),
  of(
    "imports/files/item",
    "Nothing is kept of what has faults.",
    'has no input.") if (wrong.length > 0 || !Object.hasOwn(values, "input")) return → has no input.") if (false || !Object.hasOwn(values, "input")) return'
  ),
  of(
    "imports/files/scan-json",
    "The wording of a message is no promise.",
    '>= 32)) { if (at >= text.length) throw new Break("The text → >= 32)) { if (true) throw new Break("The text',
    'word.length throw new Break(start >= text.length ? "The file → word.length throw new Break(start > text.length ? "The file'
  ),
  of(
    "imports/thread/FileReader",
    "How much memory it takes is for the long run: packages/evals/test/imports/file-reader.long.test.ts.",
    "*/ const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 } // Bundlers know a → */ const resourceLimits = {} // Bundlers know a"
  ),
  of(
    "imports/family/upkeep",
    "A minute is as good as at once.",
    'upkeepLayer = Layer.effectDiscard(inBackground(upkeep).pipe(Effect.repeat(Schedule.spaced("10 minutes")), Effect.delay("1 minute"), Effect.forkScoped)) → upkeepLayer = Layer.effectDiscard(inBackground(upkeep).pipe(Effect.repeat(Schedule.spaced("10 minutes")), Effect.delay(""), Effect.forkScoped))'
  ),
  of(
    "imports/store/upkeep",
    "It costs more: what is not removed now is removed ten minutes later.",
    "by tenant_id, project_id, import_key limit ${batch} for update skip locked) → by tenant_id, project_id, import_key for update skip locked)",
    "import_key limit ${batch} for update skip locked) delete from agent_operations.imports as → import_key limit ${batch} for update) delete from agent_operations.imports as",
    "< now() - ${reported}::interval order by tenant_id, project_id, import_key limit ${batch} for update → < now() - ${reported}::interval limit ${batch} for update",
    "tenant_id, project_id, import_key limit ${batch} for update skip locked) as o where i.tenant_id → tenant_id, project_id, import_key limit ${batch}) as o where i.tenant_id"
  ),
  of(
    "imports/store/upkeep",
    "No test comes at the very microsecond.",
    "is null and touched_at < now() - ${staged}::interval order → is null and touched_at <= now() - ${staged}::interval order"
  )
]
