import { Button, Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.js';
import { invalidateStaleQueries, newIdempotencyKey } from '../../api/use-api-mutation.js';
import { Form } from '../../components/form.js';
import { Icon } from '../../components/icons.js';
import * as words from '../../words/en/knowledge.js';

type Way = 'file' | 'text';
const given = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value && value !== '[object File]'));

interface Props {
  /** The document that gets new content; a new one if not given. */
  id?: string;
  label: string;
  isMain?: boolean;
}

/** Sends a document as a file, or as a text. */
async function sendDocument(id: string | undefined, values: Record<string, string>, file: File | undefined) {
  const { title, collection, url, content = '' } = values;
  const fields = { ...(title ? { title } : {}), ...(collection ? { collection } : {}), ...(url ? { url } : {}) };
  const how = { key: newIdempotencyKey(), ...(file ? { form: formOf(fields, file) } : {}) };
  const body = { ...fields, kind: 'markdown' as const, content };
  return id
    ? request('replaceKnowledgeDocument', { params: { id }, ...(file ? {} : { body }) }, how)
    : request('createKnowledgeDocument', file ? {} : { body: { title: '', ...body } }, how);
}

function formOf(fields: Record<string, string>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
}

interface FieldsProps {
  way: Way;
  isNew: boolean;
  errorOf: (name: string) => string | undefined;
  setFile: (file: File | undefined) => void;
}

/** The document itself, and what is said of it. */
function UploadFields({ way, isNew, errorOf, setFile }: FieldsProps) {
  return (
    <>
      {way === 'file' ? (
        <TextInput
          type="file"
          label={words.file}
          description={words.pdfHtmlMarkdownOrTextUp}
          accept=".pdf,.html,.htm,.md,.markdown,.txt"
          required
          withAsterisk={false}
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          error={errorOf('file')}
        />
      ) : (
        <Textarea
          name="content"
          label={words.text}
          description={words.markdownHeadingsSeparateIts}
          autosize
          minRows={6}
          maxRows={18}
          required
          withAsterisk={false}
          error={errorOf('content')}
        />
      )}
      <TextInput
        name="title"
        label={words.title}
        description={words.shownWhenTheDocumentIsCited}
        required={way === 'text' && isNew}
        withAsterisk={false}
        error={errorOf('title')}
      />
      {isNew && (
        <TextInput
          name="collection"
          label={words.collection}
          description={words.agentsSearchOnlyTheCollectionsThey}
          error={errorOf('collection')}
        />
      )}
      <TextInput
        name="url"
        label={words.url}
        description={words.aPublicLinkToTheDocument}
        placeholder={words.https}
        error={errorOf('url')}
      />
    </>
  );
}

/** Adds a document, or gives one new content: a file, or a text. */
export function Upload({ id, label, isMain = false }: Props) {
  const [opened, { open, close }] = useDisclosure();
  const [way, setWay] = useState<Way>('file');
  const [file, setFile] = useState<File>();
  const client = useQueryClient();
  const send = async (values: Record<string, string>) => {
    await sendDocument(id, given(values), way === 'file' ? file : undefined);
    await invalidateStaleQueries(client, 'createKnowledgeDocument');
    close();
  };
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        leftSection={isMain ? <Icon name="plus" size={16} /> : undefined}
        onClick={() => {
          setWay('file');
          open();
        }}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={label} size="lg">
        <div className="over">
          <Form submit={id ? words.replaceContent : words.addDocument} onSubmit={send}>
            {(errorOf) => (
              <>
                <SegmentedControl
                  data={[
                    { value: 'file', label: words.uploadFile },
                    { value: 'text', label: words.enterText },
                  ]}
                  value={way}
                  onChange={(chosen) => setWay(chosen as Way)}
                />
                <UploadFields way={way} errorOf={errorOf} setFile={setFile} isNew={!id} />
              </>
            )}
          </Form>
        </div>
      </Modal>
    </>
  );
}
