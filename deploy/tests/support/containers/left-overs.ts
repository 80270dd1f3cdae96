import { run } from './run.ts'

// Ryuk, the clean-up container of testcontainers, would need another image. Instead, the next test run removes old containers.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'

const LABEL = 'palmetto.test-process'

export const labels = { [LABEL]: String(process.pid) }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Removes the containers of test processes that have exited. */
export async function removeContainersLeftOver(): Promise<void> {
  const listed = await run('docker', ['ps', '--all', '--filter', `label=${LABEL}`, '--format', `{{.ID}} {{.Label "${LABEL}"}}`])
  const left = listed.split('\n').flatMap((line) => {
    const [id, pid] = line.split(' ')
    return id && !isAlive(Number(pid)) ? [id] : []
  })
  if (left.length) await run('docker', ['rm', '--force', '--volumes', ...left])
}
