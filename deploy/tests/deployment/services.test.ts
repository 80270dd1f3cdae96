import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressVariable } from '@app/chassis/config/config.ts'
import { serviceNames } from '@app/contracts/define.ts'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { services } from '../../services.ts'

const root = join(import.meta.dirname, '../../..')
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8')

/** Instructions to add missing lines to a file. A failing test prints them. */
type Missing = string[]

const unless = (isThere: unknown, advice: string): Missing => (isThere ? [] : [advice])

it('the service folders are the services in contracts', async () => {
  const folders = (await readdir(join(root, 'services'))).filter((name) => !name.startsWith('_'))
  expect([
    ...folders.flatMap((name) =>
      unless(
        serviceNames.some((one) => one === name),
        `contracts/src/define.ts: add ${name} to serviceTitles`,
      ),
    ),
    ...serviceNames.flatMap((name) => unless(folders.includes(name), `services/${name}: the service has no folder`)),
  ]).toEqual([])
})

it('the manifest of each service has all that the service offers', () => {
  const offers = {
    subscribedTypes: 'src/consumers.ts',
    referencedFiles: 'src/files/referenced-files.ts',
    republish: 'src/republish.ts',
  } as const
  const missing = serviceNames.flatMap((name) => [
    ...unless(services[name].name === name, `deploy/services.ts: ${name} has the manifest of ${services[name].name}`),
    ...(Object.keys(offers) as (keyof typeof offers)[]).flatMap((offer) =>
      unless(
        Boolean(services[name][offer]) === existsSync(join(root, 'services', name, offers[offer])),
        `services/${name}/service.ts: add ${offer} of ${offers[offer]}, or remove it`,
      ),
    ),
  ])
  expect(missing).toEqual([])
})

interface Compose {
  'x-settings': Record<string, string>
  services: Record<string, { command?: string; volumes?: string[] }>
  volumes: Record<string, null>
}

it('docker-compose.yml runs each service with its URL and its secrets', async () => {
  const compose: Compose = parse(await read('docker-compose.yml'), { merge: true })
  const missing = serviceNames.flatMap((name) => {
    const [program, volume] = [compose.services[name], `secrets-${name}`]
    const [mine, theirs] = [`${volume}:/run/palmetto:ro`, `${volume}:/run/palmetto/${name}`]
    const address = `http://${name}:3000`
    return [
      ...unless(program?.command === `services/${name}/src/main.ts`, `services: add ${name} with command: services/${name}/src/main.ts`),
      ...unless(program?.volumes?.includes(mine), `services.${name}.volumes: add ${mine}`),
      ...unless(compose.services.secrets?.volumes?.includes(theirs), `services.secrets.volumes: add ${theirs}`),
      ...unless(volume in compose.volumes, `volumes: add ${volume}`),
      ...unless(compose['x-settings'][addressVariable(name)] === address, `x-settings: add ${addressVariable(name)}: ${address}`),
    ]
  })
  expect(missing).toEqual([])
})

interface Kustomization {
  resources: string[]
  configMapGenerator: { literals?: string[] }[]
}

interface Manifest {
  kind: string
  metadata: { name: string }
  spec?: { template?: { spec: { containers: { args: string[] }[]; volumes: { secret?: { secretName: string } }[] } } }
}

const KINDS = ['Deployment', 'ServiceAccount', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler']

it('the Kubernetes base runs each service with its URL and its secrets', async () => {
  const kustomization: Kustomization = parse(await read('deploy/k8s/base/kustomization.yaml'))
  const literals = kustomization.configMapGenerator.flatMap((generator) => generator.literals ?? [])
  const missing = serviceNames.map(async (name) => {
    const [file, address] = [`${name}.yaml`, `${addressVariable(name)}=http://${name}:3000`]
    const text = await read(`deploy/k8s/base/${file}`).catch(() => '')
    const manifests = parseAllDocuments(text).map((document): Manifest => document.toJS())
    const find = (kind: string) => manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
    const pod = find('Deployment')?.spec?.template?.spec
    const command = `services/${name}/src/main.ts`
    return [
      ...unless(kustomization.resources.includes(file), `kustomization.yaml, resources: add ${file}`),
      ...unless(literals.includes(address), `kustomization.yaml, literals: add ${address}`),
      ...KINDS.flatMap((kind) => unless(find(kind), `${file}: add a ${kind} named ${name}`)),
      ...unless(pod?.containers[0]?.args.includes(command), `${file}, Deployment: add args: [${command}]`),
      ...unless(
        pod?.volumes.some((volume) => volume.secret?.secretName === name),
        `${file}, Deployment: add a volume of the secret ${name}`,
      ),
    ]
  })
  expect((await Promise.all(missing)).flat()).toEqual([])
})

const NAME = 'app.kubernetes.io/name'

interface NetworkPolicy {
  metadata: { name: string }
  spec: { podSelector: { matchExpressions: { values: string[] }[]; matchLabels: { [NAME]: string } } }
}

async function networkPolicy(name: string): Promise<NetworkPolicy | undefined> {
  const policies = parseAllDocuments(await read('deploy/k8s/base/network.yaml')).map((document): NetworkPolicy => document.toJS())
  return policies.find(({ metadata }) => metadata.name === name)
}

it('in Kubernetes, exactly the services that have the address of the mail relay may connect to it', async () => {
  const allowed = (await networkPolicy('mail'))?.spec.podSelector.matchExpressions[0]?.values
  expect(allowed?.toSorted()).toEqual(serviceNames.filter((name) => services[name].secrets.includes('mailRelay')).toSorted())
})

it('in Kubernetes, other mail servers reach exactly the service that has the key of reply addresses', async () => {
  const [name = '', ...others] = serviceNames.filter((each) => services[each].secrets.includes('mailAddresses'))
  expect(others).toEqual([])
  const balancer: { spec: { selector: { [NAME]: string }; ports: { targetPort: string }[] } } = parse(
    await read('deploy/k8s/overlays/production/bounces.yaml'),
  )
  const deployment = parseAllDocuments(await read(`deploy/k8s/base/${name}.yaml`))[0]?.toJS()
  const ports: { name: string }[] = deployment.spec.template.spec.containers[0].ports
  expect(balancer.spec.ports.map(({ targetPort }) => targetPort)).toEqual(ports.map((port) => port.name))
  expect([balancer.spec.selector[NAME], (await networkPolicy('bounces'))?.spec.podSelector.matchLabels[NAME]]).toEqual([name, name])
})

interface Prometheus {
  scrape_configs: { job_name: string; dns_sd_configs: { names: string[] }[] }[]
}

it('Prometheus scrapes each service', async () => {
  const { scrape_configs }: Prometheus = parse(await read('deploy/observability/prometheus.yml'))
  const scraped = scrape_configs.flatMap(({ dns_sd_configs }) => dns_sd_configs.flatMap(({ names }) => names))
  expect(serviceNames.flatMap((name) => unless(scraped.includes(name), `prometheus.yml, services: add ${name} to names`))).toEqual([])
})
