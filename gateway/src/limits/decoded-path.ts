/**
 * Returns the path of a request target without percent-encoding and without the query string. The router matches decoded paths, so rules
 * about paths must not test `request.raw.url`. A path with an invalid encoding is returned as it is.
 */
export function decodedPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
