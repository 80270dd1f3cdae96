/** Runs one step of a test that needs its steps in order. An error names the step. Vitest has no steps of its own. */
export async function step(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    throw new Error(`Step "${name}": ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
