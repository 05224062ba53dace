export { type ReceivedMail, type SinkBehaviour, type SinkOptions, SmtpSink } from '../../demo/smtp-sink.js';
