/** Papers 文书: templates of the authority's own Word and Excel files, what was made from them, texts that came back. */

import type { Params } from '@/lib/params';
import type { Rows, Versioned } from './business';
import { api, request } from './client';
import type { Schema } from './contract';
import type { StartedExport } from './exchange';
import { PaperKind, PaperKindLabels, PaperSubject, ReturnState, ReturnStateLabels } from './generated/enums';
import { reading } from './reading';

export { PaperKind, PaperKindLabels, PaperSubject, ReturnState, ReturnStateLabels };

export type TemplateRow = Schema<'TemplateOut'>;
export type TemplateCard = Schema<'TemplateCard'>;
export type TemplateVersion = Schema<'TemplateVersionOut'>;
export type TemplateInput = Schema<'TemplateInput'>;
export type TemplateField = Schema<'TemplateFieldOut'>;
export type TemplateOption = Schema<'TemplateOption'>;
export type PaperRow = Schema<'PaperOut'>;
export type PaperCard = Schema<'PaperCard'>;
export type Difference = Schema<'Difference'>;
export type MadePaper = Schema<'MadePaper'>;
export type FormColumn = Schema<'FormColumn'>;

const TEMPLATE = '/paper/template';
const PAPER = '/paper/paper';

export const listTemplates = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<TemplateRow>>(`${TEMPLATE}/list`, query, signal);
export const templateQuery = reading(
  ['paper-template', 'one'],
  (id: number) => () => api.get<{ data: TemplateCard }>(`${TEMPLATE}/${id}`).then(({ data }) => data),
);
export const templateFieldsQuery = reading(
  ['paper-template', 'fields'],
  (kind: number) => () => api.get<{ data: TemplateField[] }>(`${TEMPLATE}/fields/${kind}`).then(({ data }) => data),
);
/** Templates in use for what papers are to be about; `partyAId` leaves out those of other units. */
export const templateOptionsQuery = reading(
  ['paper-template', 'options'],
  (subject: number, partyAId?: number) => () =>
    api.get<{ data: TemplateOption[] }>(`${TEMPLATE}/options`, { subject, partyAId }).then(({ data }) => data),
);

export type NewTemplate = Pick<TemplateRow, 'kind' | 'templateName'> &
  Partial<Pick<TemplateRow, 'partyAs' | 'remark'>> & { file: File };

function uploadTemplateBody({ file, ...fields }: NewTemplate): FormData {
  const body = new FormData();
  body.append('file', file);
  body.append('kind', String(fields.kind));
  body.append('templateName', fields.templateName);
  if (fields.partyAs?.length) body.append('partyAs', fields.partyAs.join(','));
  body.append('remark', fields.remark ?? '');
  return body;
}
export const uploadTemplate = (form: NewTemplate) =>
  api.post<{ data: { id: number } }>(TEMPLATE, uploadTemplateBody(form)).then(({ data }) => data.id);

/** A file with the record that it belongs to, in the version that was read. */
function withFile(file: File, name: string, id: number, version: number): FormData {
  const body = new FormData();
  body.append('file', file);
  body.append(name, String(id));
  body.append('version', String(version));
  return body;
}
export const uploadVersion = (template: TemplateRow, file: File) =>
  api.post(`${TEMPLATE}/version`, withFile(file, 'templateId', template.templateId, template.version));
export const changeTemplate = (form: Versioned<TemplateInput>) => api.put(TEMPLATE, form);
export const removeTemplates = (ids: readonly number[]) => api.delete(`${TEMPLATE}/${ids.join(',')}`);
/** What fills the columns of a superior's form: fields by the words of their heads. */
export const decideColumns = (form: Versioned<Schema<'FormColumns'>>) => api.put(`${TEMPLATE}/columns`, form);

/** A ready template; its workbook where a kind has both. */
export type Starter = Omit<Schema<'OfKind'>, 'kind'> & { kind: number };
/** Gives the name of the file to fetch. */
export const fetchStarter = ({ kind, excel }: Starter) =>
  request<{ msg: string }>('GET', `${TEMPLATE}/starter/${kind}`, { params: { excel }, changes: true }).then(
    ({ msg }) => msg,
  );

/** Takes the ready template of a kind as it is. */
export const adoptStarter = (starter: Starter) => api.post(`${TEMPLATE}/starter`, starter);

export const listPapers = (query: Params, signal?: AbortSignal) =>
  api.get<Rows<PaperRow>>(`${PAPER}/list`, query, signal);
export const papersQuery = reading(['paper-paper', 'rows'], (query: Params) => (signal) => listPapers(query, signal));
export const paperQuery = reading(
  ['paper-paper', 'one'],
  (id: number) => () => api.get<{ data: PaperCard }>(`${PAPER}/${id}`).then(({ data }) => data),
);
export const makePapers = (templateId: number, ids: readonly number[]) =>
  api.post<{ data: MadePaper[] }>(PAPER, { templateId, ids }).then(({ data }) => data);
/** A form for superiors with the records of units in a period. */
export const makeReport = (form: Partial<Schema<'MakePapers'>>) =>
  api.post<{ data: MadePaper[] }>(PAPER, form).then(({ data }) => data);
export const uploadReturned = (paper: PaperRow, file: File) =>
  api
    .post<{ data: PaperCard }>(`${PAPER}/returned`, withFile(file, 'paperId', paper.paperId, paper.version))
    .then(({ data }) => data);

/** The file of a paper, or of many in one; the server decides whether it becomes a background task. */
export async function startPaperFile(ids: readonly number[]): Promise<StartedExport> {
  const answer = await request<{ msg: string; data?: { taskId: string } }>('GET', `${PAPER}/file`, {
    params: { ids: ids.join(','), background: 'true' },
    changes: true,
  });
  return answer.data ? { taskId: answer.data.taskId, text: answer.msg } : { fileName: answer.msg };
}
