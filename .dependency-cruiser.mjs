const packages = (allowed) => `^(node_modules|\\.\\./node_modules)/(${allowed})/`

/** Rules for imports between the packages of this repository ("The import law" in CONTRIBUTING.md). */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '\\.css$' },
      to: { couldNotResolve: true, pathNot: '^(vitest|virtual:)' },
    },
    {
      name: 'contracts-know-typebox-only',
      severity: 'error',
      from: { path: '^contracts/src' },
      to: { pathNot: ['^contracts/', packages('typebox')] },
    },
    {
      name: 'chassis-knows-contracts-only',
      severity: 'error',
      from: { path: '^services/_chassis/src' },
      to: { path: '^(services/(?!_chassis/)|gateway/|web/|deploy/)' },
    },
    {
      name: 'proofreading-and-report-pdf-know-chassis-and-contracts-only',
      severity: 'error',
      from: { path: '^services/_(proofreading|report-pdf)/src' },
      to: { path: '^(services/(?!_(chassis|$1)/)|gateway/|web/|deploy/)' },
    },
    {
      name: 'services-do-not-know-each-other',
      severity: 'error',
      from: { path: '^services/(?!_)([^/]+)/' },
      to: {
        path: '^(services|gateway|web|deploy)/',
        pathNot: ['^services/_(chassis|proofreading|report-pdf)/', '^services/$1/', '^deploy/local/parts/postgres\\.ts$'],
      },
    },
    {
      // In services, only tests may import code of `deploy`, for example to start the Postgres of the local run.
      name: 'only-tests-of-services-start-postgres',
      severity: 'error',
      from: { path: '^services/[^/]+/src/' },
      to: { path: '^deploy/' },
    },
    {
      name: 'gateway-knows-contracts-and-chassis',
      severity: 'error',
      from: { path: '^gateway/src' },
      to: { path: '^(services/(?!_chassis/)|web/|deploy/)' },
    },
    { name: 'web-knows-contracts-only', severity: 'error', from: { path: '^web/src' }, to: { path: '^(services|gateway|deploy)/' } },
    {
      // Tests of the web app start the product with these helpers.
      name: 'web-knows-only-test-support-of-deploy',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^deploy/', pathNot: '^deploy/tests/support/' },
    },
    { name: 'deploy-does-not-know-web', severity: 'error', from: { path: '^deploy' }, to: { path: '^web/' } },
    { name: 'web-states-stay-out-of-the-app', severity: 'error', from: { path: '^web/src' }, to: { path: '^web/states' } },
    {
      name: 'web-shared-knows-no-domain',
      severity: 'error',
      from: { path: '^web/src/shared' },
      to: { path: '^web/src/(domain|features|app)' },
    },
    { name: 'web-domain-knows-no-feature', severity: 'error', from: { path: '^web/src/domain' }, to: { path: '^web/src/(features|app)' } },
    { name: 'web-review-knows-shared-only', severity: 'error', from: { path: '^web/src/review' }, to: { path: '^web/src/(features|app)' } },
    {
      name: 'web-app-does-not-know-review',
      severity: 'error',
      from: { path: '^web/src/(app|features|domain|shared)' },
      to: { path: '^web/src/review' },
    },
    { name: 'web-features-do-not-know-app', severity: 'error', from: { path: '^web/src/features' }, to: { path: '^web/src/app' } },
    {
      name: 'web-features-do-not-know-each-other',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'deploy-takes-what-services-offer-it',
      severity: 'error',
      from: { path: '^deploy' },
      to: {
        path: '^(services/(?!_(?:chassis|proofreading)/)|gateway/)',
        pathNot: [
          '^services/[^/]+/service\\.ts$',
          '^gateway/src/main\\.ts$',
          '^services/campaigns/src/restored\\.ts$',
          // Benches use this module to add a signing key to a table of the service identity.
          '^services/identity/src/encryption/field-cipher\\.ts$',
          // The bench of lists selects the columns that the tasks service selects, but from a copy of the table `task`.
          '^services/tasks/src/db/task-columns\\.ts$',
          // The fuzz tests create review links and addresses for replies.
          '^services/tasks/src/keys/review-keys\\.ts$',
          '^services/notifications/src/mail/review-addresses\\.ts$',
        ],
      },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: '^services/_chassis/src/testing' },
      to: { path: '^services/_chassis/src/testing' },
    },
  ],
  options: {
    // Of the available parsers, only swc reads TypeScript with `import type`. The parser tsc needs an API, which TypeScript 7 lacks.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
