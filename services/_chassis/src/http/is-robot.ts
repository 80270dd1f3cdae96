const USER_AGENT_MAX = 512
const robots =
  /headless|phantomjs|puppeteer|playwright|selenium|bot\b|crawler|spider|scanner|preview|barracuda|proofpoint|mimecast|curl\/|wget\/|python|java\/|go-http-client|okhttp|axios|node-fetch|undici/i

/** Whether a user agent is empty or belongs to a program that is no usual browser. */
export const isRobot = (userAgent: string): boolean => userAgent.trim() === '' || robots.test(userAgent.slice(0, USER_AGENT_MAX))
