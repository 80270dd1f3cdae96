// Uses only old JavaScript features, because it must run on older versions of Node.js. `engines` in package.json has the minimum version.
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const minimum = engines.node.replace('>=', '')
const [neededMajor, neededMinor] = minimum.split('.').map(Number)
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `This product needs Node ${minimum} or newer, but this is Node ${process.versions.node}. On Linux and Windows, "npm ci" installs this ` +
      `version: run "npm ci" first, then "npm start" or "npm test" again. On macOS, install Node ${minimum} or newer.\n`,
  )
  process.exit(1)
}
