/**
 * The style of the panel. Colors are variables, so that dark mode and forced colors change them in one place. An
 * element that has just appeared takes no clicks (`new`), because they were meant for what is behind it.
 */
export const PANEL_STYLE = `
.panel{--ink:#16181d;--soft:#5b6270;--paper:#fff;--quiet:#f2f4f7;--line:#e3e6eb;--link:var(--main);--bad:#b3152e;--ring:var(--main)}
.panel{position:fixed;z-index:2147483001;bottom:calc(max(20px,env(safe-area-inset-bottom)) + 76px);right:20px;display:flex;flex-direction:column;width:392px;height:min(680px,calc(100vh - 128px));height:min(680px,calc(100dvh - 128px));max-width:calc(100vw - 40px);overflow:hidden;border-radius:20px;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif;text-align:start;box-shadow:0 2px 8px rgb(0 0 0/.08),0 16px 48px rgb(0 0 0/.22);animation:new .3s,rise .2s cubic-bezier(.2,.8,.3,1);transform-origin:bottom right}
.panel[hidden]{display:none}
.panel:focus{outline:0}
.left .panel{right:auto;left:20px;transform-origin:bottom left}
@keyframes new{from,to{pointer-events:none}}
@keyframes rise{from{opacity:0;transform:translateY(12px) scale(.97)}}
.panel [hidden]{display:none!important}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}
header{display:flex;align-items:center;gap:12px;flex:none;padding:18px 16px;padding-inline-start:20px;background:var(--main);background-image:linear-gradient(135deg,transparent,rgb(0 0 0/.22));color:#fff}
.face{display:grid;place-items:center;flex:none;width:44px;height:44px;border-radius:50%;object-fit:cover;background:#fff;color:var(--main);font-size:19px;font-weight:700;text-transform:uppercase}
.who{flex:1;min-width:0}
h2,h3,p,ul,fieldset,legend{margin:0;padding:0;border:0}
h2{font-size:17px;font-weight:650;line-height:1.25;overflow-wrap:anywhere}
.sub{font-size:13px;line-height:1.35;margin-top:2px}
.sub:empty{display:none}
.human .sub::before{content:"";display:inline-block;width:8px;height:8px;margin-inline-end:6px;border-radius:50%;background:#5ee08a}
button,input,select,textarea{font:inherit;color:inherit;letter-spacing:inherit}
button{cursor:pointer}
.close{display:grid;place-items:center;flex:none;width:36px;height:36px;border:0;border-radius:50%;background:transparent;color:#fff;transition:background .12s}
.close:hover{background:rgb(255 255 255/.18)}
svg{fill:currentColor}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
header :focus-visible{outline-color:#fff}
.scroll{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:20px 16px 12px;display:flex;flex-direction:column;scrollbar-width:thin;scrollbar-color:var(--line) transparent}
.scroll:focus-visible{outline-offset:-3px;border-radius:4px}
.list,.row{display:flex;flex-direction:column}
.row{align-items:flex-start;max-width:86%;margin-bottom:3px}
.row.last{margin-bottom:14px}
.row.user{align-self:flex-end;align-items:flex-end}
.row.system{align-self:center;max-width:92%;margin:6px 0 14px;color:var(--soft);font-size:13px;text-align:center}
.bubble{padding:10px 14px;border-radius:18px;background:var(--quiet);overflow-wrap:anywhere;unicode-bidi:isolate}
.row:not(.user).last .bubble{border-end-start-radius:5px}
.row.user .bubble{background:var(--main);color:#fff}
.row.user.last .bubble{border-end-end-radius:5px}
.row.agent .bubble{background:var(--paper);box-shadow:inset 0 0 0 1px var(--line)}
.bubble p{white-space:pre-line}
.bubble p+p,.bubble ul+p,.bubble p+ul{margin-top:8px}
.bubble ul{padding-inline-start:18px}
.bubble li+li{margin-top:2px}
.bubble a{color:var(--link);text-underline-offset:2px}
.bubble .sources{margin:6px 0 0;padding:0;list-style:none;color:var(--soft);font-size:12px}
.row.user .bubble a{color:#fff}
.bubble .button{display:block;margin-top:10px;padding:9px 14px;border-radius:10px;background:var(--paper);box-shadow:inset 0 0 0 1px var(--line);text-align:center;text-decoration:none;font-weight:600}
.foot{display:none;gap:6px;align-items:center;padding:4px 4px 0;font-size:12px;color:var(--soft)}
.row.last .foot{display:flex}
.foot .failed{color:var(--bad);font-weight:600}
.foot button{min-height:24px;padding:0 4px;border:0;background:none;color:var(--link);font-weight:600;text-decoration:underline}
.dots{display:inline-flex;gap:5px;margin-bottom:14px;padding:15px 16px;border-radius:18px;border-end-start-radius:5px;background:var(--quiet)}
.dots i{width:7px;height:7px;border-radius:50%;background:var(--soft);animation:nod 1.2s infinite}
.dots i:nth-child(2){animation-delay:.15s}.dots i:nth-child(3){animation-delay:.3s}
@keyframes nod{0%,60%,100%{opacity:.35;transform:none}30%{opacity:1;transform:translateY(-3px)}}
.note{margin:4px 0 12px;color:var(--soft);font-size:13px;text-align:center}
.replies{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;margin-bottom:10px}
.replies button{min-height:38px;padding:8px 15px;border:1px solid var(--link);border-radius:19px;background:transparent;color:var(--link);font-size:14px;font-weight:600;line-height:1.3;text-align:start;transition:background .12s,color .12s}
.replies button:hover{background:var(--main);border-color:var(--main);color:#fff}
.card{margin:0 0 16px;padding:16px;border-radius:16px;background:var(--paper);box-shadow:0 0 0 1px var(--line),0 2px 10px rgb(0 0 0/.06)}
.card h3,legend{margin-bottom:12px;font-size:15px;font-weight:650}
.field{margin-bottom:12px}
.field label{display:block;margin-bottom:5px;font-size:13px;font-weight:600}
small{font-size:12px;font-weight:400;color:var(--soft)}
.field input,.field select{width:100%;min-height:44px;padding:9px 12px;border:1px solid #868d9a;border-radius:10px;background:var(--paper);font-size:16px}
.field [aria-invalid]{border-color:var(--bad)}
.problem{color:var(--bad);font-size:13px;margin-top:5px}
.problem:empty{display:none}
.consent{display:flex;gap:10px;margin-bottom:12px;font-size:13px;line-height:1.4;cursor:pointer}
.consent input{flex:none;width:20px;height:20px;margin:0;accent-color:var(--main)}
.buttons{display:flex;gap:8px;margin-top:14px}
.main,.plain{min-height:44px;padding:10px 18px;border:0;border-radius:12px;font-weight:600}
.main{flex:1;background:var(--main);color:#fff}
.main:hover:not(:disabled){background-image:linear-gradient(rgb(0 0 0/.12),rgb(0 0 0/.12))}
.main:disabled{background:var(--quiet);color:var(--soft);cursor:default}
.plain{background:transparent;color:var(--soft)}
.plain:hover{background:var(--quiet)}
.slots .main{width:100%;margin-top:12px}
.slots label{position:relative;display:block;margin-bottom:8px;cursor:pointer}
.slots input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.slots span{display:grid;grid-template-columns:1fr auto;gap:0 12px;align-items:center;min-height:48px;padding:7px 14px;border:1px solid #868d9a;border-radius:12px;font-size:14px}
.slots b{font-weight:600}
.slots .time{font-variant-numeric:tabular-nums}
.slots small{grid-column:1/-1;text-align:end}
.slots input:checked+span{background:var(--main);border-color:var(--main);color:#fff}
.slots input:checked+span small{color:#fff}
.slots input:hover:not(:checked)+span{border-color:var(--link);background:var(--quiet)}
.slots input:focus-visible+span{outline:2px solid var(--ring);outline-offset:2px}
.small{font-size:12px;color:var(--soft)}
.composer{display:flex;align-items:flex-end;gap:8px;flex:none;margin:0;padding:10px 12px;padding-bottom:max(10px,env(safe-area-inset-bottom));border-top:1px solid var(--line);background:var(--paper)}
.composer textarea{flex:1;min-width:0;height:44px;max-height:132px;padding:11px 14px;border:1px solid #868d9a;border-radius:22px;background:var(--paper);font-size:16px;line-height:1.3;outline-offset:-1px;resize:none;overflow-y:auto;scrollbar-width:thin}
.composer textarea::placeholder{color:var(--soft);opacity:1}
.send{display:grid;place-items:center;flex:none;width:44px;height:44px;border:0;border-radius:50%;background:var(--main);color:#fff;transition:transform .12s}
.send:hover:not(:disabled){transform:scale(1.06)}
.send:disabled{background:var(--quiet);color:var(--soft);cursor:default}
[dir=rtl] .send svg{transform:scaleX(-1)}
.legal{padding:0 12px 10px;text-align:center;font-size:12px}
.legal a{color:var(--soft)}
.panel.whole,.panel[aria-modal]{inset:var(--top,0) 0 auto;width:100%;max-width:none;height:var(--height,100dvh);border-radius:0;animation-name:new}
.panel.whole{box-shadow:none;animation:none}
@media (max-height:420px){header{padding-block:8px}.face{width:32px;height:32px}}
@media (prefers-color-scheme:dark){
.panel{--ink:#eef0f4;--soft:#a6adba;--paper:#1b1d22;--quiet:#2a2e36;--line:#383d47;--link:var(--main-dark);--bad:#ff8296;--ring:var(--main-dark);color-scheme:dark}
.panel:not(.whole){box-shadow:0 0 0 1px #383d47,0 16px 48px rgb(0 0 0/.6)}
.field input,.field select,.composer textarea,.slots span{border-color:#7d8594}}
@media (prefers-reduced-motion:reduce){.panel{animation-name:new}.panel *{animation:none!important;transition:none!important}}
@media (forced-colors:active){.panel,.bubble,.card{border:1px solid CanvasText}.slots input:checked+span,.main:not(:disabled),.send:not(:disabled){forced-color-adjust:none;background:Highlight;color:HighlightText}.dots i{background:CanvasText}}
`;
