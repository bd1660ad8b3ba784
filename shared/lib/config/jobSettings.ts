import type { SettingTable } from './setting.ts'

/** A list of hosts with commas between. */
const HOSTS = '^([^\\s,/@]+(\\s*,\\s*[^\\s,/@]+)*)?$'

const MOST_QUEUED = 1_000_000_000

/**
 * Settings of jobs: how many replies and knowledge entries may wait and run, for how long, and
 * which hosts they may reach.
 */
export const jobSettings = {
  REPLY_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 10000,
    default: 100,
    matters: true,
    readBy: ['worker'],
    description: 'Replies that one worker process works on at a time.',
  },
  ORGANIZATION_REPLY_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    default: 80,
    matters: true,
    readBy: ['web', 'worker'],
    description:
      'Replies of one organization that all workers together work on at a time, about. Keep it ' +
      'below what all workers can do, so that no organization starves the others.',
  },
  INDEX_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 4,
    readBy: ['worker-index'],
    description:
      'Knowledge entries that one indexing process works on at a time; up to 100 waiting ' +
      'question/answer pairs of an organization count as one.',
  },
  ORGANIZATION_INDEX_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    default: 3,
    readBy: ['worker-index'],
    description:
      'Knowledge entries of one organization that all indexing processes together work on at a ' +
      'time.',
  },
  REPLY_DEADLINE_SECONDS: {
    type: 'number',
    minimum: 1,
    maximum: 3600,
    default: 120,
    readBy: ['web', 'worker'],
    description:
      'Longest that a reply may take from its question on. A reply that is not finished by then ' +
      'has failed.',
  },
  INDEX_DEADLINE_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 604_800,
    default: 86_400,
    description:
      'Longest that the indexing of a knowledge entry may take, with its waiting. An entry that ' +
      'is not indexed by then has failed.',
  },
  MAX_QUEUED: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_QUEUED,
    default: 10_000,
    readBy: ['web'],
    description:
      'Most replies, and likewise most knowledge entries, that may wait for a worker. Further ' +
      'requests get 503, and nothing is stored.',
  },
  ORGANIZATION_MAX_QUEUED: {
    type: 'integer',
    minimum: 1,
    maximum: MOST_QUEUED,
    default: 3_000,
    readBy: ['web'],
    description:
      'Most replies, and likewise most knowledge entries, of one organization that may wait for ' +
      'a worker.',
  },
  ORGANIZATION_MIN_QUEUED: {
    type: 'integer',
    minimum: 0,
    default: 20,
    readBy: ['web'],
    description:
      'Replies, and likewise knowledge entries, that each organization may have waiting however ' +
      'full the queue is, so that others cannot shut it out.',
  },
  ORGANIZATION_MAX_CHUNKS: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000_000,
    default: 500_000,
    readBy: ['web', 'worker-index'],
    description:
      'Most pieces of text that the knowledge of one organization may have. A piece takes about ' +
      '13 kB of the database. An entry that would exceed it fails; pieces that are there stay.',
  },
  SESSION_IDLE_DAYS: {
    type: 'integer',
    minimum: 1,
    maximum: 3650,
    default: 30,
    readBy: ['worker', 'worker-index', 'worker-deliver'],
    description:
      'Days without a message or change after which a session expires: it takes no more messages ' +
      'and can still be read.',
  },
  OCR_LANGUAGES_FOLDER: {
    type: 'string',
    minLength: 1,
    readBy: ['worker', 'worker-index'],
    examples: ['/srv/tessdata'],
    description:
      'Folder with data of Tesseract, such as pol.traineddata or pol.traineddata.gz, for ' +
      'recognizing text in scans and pictures in more languages. English, German, French and ' +
      'Spanish need none.',
  },
  FETCH_ALLOWED_HOSTS: {
    type: 'string',
    pattern: HOSTS,
    default: '',
    readBy: ['worker-index'],
    description:
      'Hosts, or host:port, with commas between, whose pages may be fetched as knowledge ' +
      "although they are not public, such as an intranet's. Other pages come from public " +
      'addresses at the ports 80 and 443.',
  },
  EGRESS_ALLOWED_HOSTS: {
    type: 'string',
    pattern: HOSTS,
    default: '',
    description:
      "Hosts, or host:port, with commas between, that organizations' connections, identity " +
      'providers and webhook endpoints may name although they are not public, or at other ports ' +
      'than 80 and 443.',
  },
} as const satisfies SettingTable
