/**
 * SQL of the time that what is removed for good later is reckoned from: what the clock says, but no earlier than servers saw
 * it be. What is written while the clock is behind would else be due as soon as it is right again. It needs the table of
 * `upkeepMigrations`. Law: K1.
 *
 * @example
 * sql`update reports set made_at = ${sql.literal(nowNotBehind)}`
 */
export const nowNotBehind = "greatest(clock_timestamp(), (select observed from agent_operations.upkeep))"
