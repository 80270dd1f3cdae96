import { run } from './run.ts'

// A container that would end what a killed run left is an image more; the next run does it.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'

const LABEL = 'palmetto.test-process'

/** Says which process a container belongs to. */
export const labels = { [LABEL]: String(process.pid) }

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Removes the containers of test processes that are gone. */
export async function removeContainersLeftOver(): Promise<void> {
  const listed = await run('docker', ['ps', '--all', '--filter', `label=${LABEL}`, '--format', `{{.ID}} {{.Label "${LABEL}"}}`])
  const left = listed.split('\n').flatMap((line) => {
    const [id, pid] = line.split(' ')
    return id && !isAlive(Number(pid)) ? [id] : []
  })
  if (left.length) await run('docker', ['rm', '--force', '--volumes', ...left])
}
