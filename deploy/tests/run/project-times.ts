import type { Reporter, TestModule } from 'vitest/node'

/**
 * Maximum seconds of each project of `npm test`: one and a half times what two cores need, because CI can be slower. Without limits, the
 * tests become slower with each feature. A project above its limit needs lighter tests, or must leave some to the nightly run.
 */
const LIMITS: Readonly<Record<string, number>> = {
  unit: 20,
  component: 280,
  isolated: 30,
  review: 90,
  service: 280,
  local: 100,
  system: 100,
  browser: 180,
}

/** Reporter of Vitest that prints the seconds of each project, and fails the run if a project exceeds its limit. */
export default class ProjectTimes implements Reporter {
  readonly #times = new Map<string, { from: number; to: number }>()

  onTestModuleQueued({ project }: TestModule): void {
    const now = performance.now()
    const { from } = this.#times.get(project.name) ?? { from: now }
    this.#times.set(project.name, { from, to: now })
  }

  onTestModuleEnd({ project }: TestModule): void {
    const times = this.#times.get(project.name)
    if (times) times.to = performance.now()
  }

  onTestRunEnd(): void {
    process.stdout.write('\nSeconds of each project:\n')
    for (const [name, { from, to }] of this.#times) {
      const seconds = Math.round((to - from) / 1000)
      // Vitest appends the name of the browser.
      const limit = LIMITS[name.split(' ', 1)[0] ?? '']
      const isSlow = limit !== undefined && seconds > limit
      process.stdout.write(
        `  ${name.padEnd(20)} ${String(seconds).padStart(4)}${limit ? ` of at most ${limit}` : ''}${isSlow ? '  TOO SLOW' : ''}\n`,
      )
      if (isSlow) process.exitCode = 1
    }
  }
}
