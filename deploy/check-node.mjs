// Plain old JavaScript, since it must run on an older Node. The minimum version is `engines` in package.json.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const minimum = engines.node.replace('>=', '')
const [neededMajor, neededMinor] = minimum.split('.').map(Number)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `This product needs Node ${minimum} or newer, and this is Node ${process.versions.node}. On Linux and Windows "npm ci" installs a Node of ` +
      `its own: run "npm ci" first, then "npm start" or "npm test" again. On macOS install Node ${minimum} or newer.\n`,
  )
  process.exit(1)
}
