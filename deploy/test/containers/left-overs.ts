import { run } from './run.ts'

// Ryuk, the clean-up container of testcontainers, would need another image. The next test run cleans up instead.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'

const LABEL = 'palmetto.test-process'

/** Labels that name the test process of a container. */
export const labels = { [LABEL]: String(process.pid) }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Removes containers of test processes that are not running any more. */
export async function removeContainersLeftOver(): Promise<void> {
  const listed = await run('docker', ['ps', '--all', '--filter', `label=${LABEL}`, '--format', `{{.ID}} {{.Label "${LABEL}"}}`])
  const left = listed.split('\n').flatMap((line) => {
    const [id, pid] = line.split(' ')
    return id && !isAlive(Number(pid)) ? [id] : []
  })
  if (left.length) await run('docker', ['rm', '--force', '--volumes', ...left])
}
