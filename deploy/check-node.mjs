// Runs on whatever Node is there, so it is plain old JavaScript.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `This product needs Node 22.18 or newer and this is ${process.versions.node}. On Linux and Windows "npm ci" brings a Node of its own: ` +
      'run it first, then use "npm start" or "npm test". On macOS install Node 22.18 or newer.\n',
  )
  process.exit(1)
}
