(()=>{var h=(t,e,o)=>()=>{if(o)throw o[0];try{return t&&(e=t(t=0)),e}catch(s){throw o=[s],s}};var Rl=(t,e)=>()=>{try{return e||t((e={exports:{}}).exports,e),e.exports}catch(o){throw e=0,o}};var io,lo,Ho,Gs,Oe,Zs,$,Js,Uo,qo=h(()=>{io=globalThis,lo=io.ShadowRoot&&(io.ShadyCSS===void 0||io.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype,Ho=Symbol(),Gs=new WeakMap,Oe=class{constructor(e,o,s){if(this._$cssResult$=!0,s!==Ho)throw Error("CSSResult is not constructable. Use `unsafeCSS` or `css` instead.");this.cssText=e,this.t=o}get styleSheet(){let e=this.o,o=this.t;if(lo&&e===void 0){let s=o!==void 0&&o.length===1;s&&(e=Gs.get(o)),e===void 0&&((this.o=e=new CSSStyleSheet).replaceSync(this.cssText),s&&Gs.set(o,e))}return e}toString(){return this.cssText}},Zs=t=>new Oe(typeof t=="string"?t:t+"",void 0,Ho),$=(t,...e)=>{let o=t.length===1?t[0]:e.reduce((s,r,i)=>s+(l=>{if(l._$cssResult$===!0)return l.cssText;if(typeof l=="number")return l;throw Error("Value passed to 'css' function must be a 'css' function result: "+l+". Use 'unsafeCSS' to pass non-literal values, but take care to ensure page security.")})(r)+t[i+1],t[0]);return new Oe(o,t,Ho)},Js=(t,e)=>{if(lo)t.adoptedStyleSheets=e.map(o=>o instanceof CSSStyleSheet?o:o.styleSheet);else for(let o of e){let s=document.createElement("style"),r=io.litNonce;r!==void 0&&s.setAttribute("nonce",r),s.textContent=o.cssText,t.appendChild(s)}},Uo=lo?t=>t:t=>t instanceof CSSStyleSheet?(e=>{let o="";for(let s of e.cssRules)o+=s.cssText;return Zs(o)})(t):t});var Dl,Ml,Il,Bl,Vl,Fl,no,Qs,Nl,Hl,Te,Vt,ao,tr,Ot,Le=h(()=>{qo();qo();({is:Dl,defineProperty:Ml,getOwnPropertyDescriptor:Il,getOwnPropertyNames:Bl,getOwnPropertySymbols:Vl,getPrototypeOf:Fl}=Object),no=globalThis,Qs=no.trustedTypes,Nl=Qs?Qs.emptyScript:"",Hl=no.reactiveElementPolyfillSupport,Te=(t,e)=>t,Vt={toAttribute(t,e){switch(e){case Boolean:t=t?Nl:null;break;case Object:case Array:t=t==null?t:JSON.stringify(t)}return t},fromAttribute(t,e){let o=t;switch(e){case Boolean:o=t!==null;break;case Number:o=t===null?null:Number(t);break;case Object:case Array:try{o=JSON.parse(t)}catch{o=null}}return o}},ao=(t,e)=>!Dl(t,e),tr={attribute:!0,type:String,converter:Vt,reflect:!1,useDefault:!1,hasChanged:ao};Symbol.metadata??=Symbol("metadata"),no.litPropertyMetadata??=new WeakMap;Ot=class extends HTMLElement{static addInitializer(e){this._$Ei(),(this.l??=[]).push(e)}static get observedAttributes(){return this.finalize(),this._$Eh&&[...this._$Eh.keys()]}static createProperty(e,o=tr){if(o.state&&(o.attribute=!1),this._$Ei(),this.prototype.hasOwnProperty(e)&&((o=Object.create(o)).wrapped=!0),this.elementProperties.set(e,o),!o.noAccessor){let s=Symbol(),r=this.getPropertyDescriptor(e,s,o);r!==void 0&&Ml(this.prototype,e,r)}}static getPropertyDescriptor(e,o,s){let{get:r,set:i}=Il(this.prototype,e)??{get(){return this[o]},set(l){this[o]=l}};return{get:r,set(l){let a=r?.call(this);i?.call(this,l),this.requestUpdate(e,a,s)},configurable:!0,enumerable:!0}}static getPropertyOptions(e){return this.elementProperties.get(e)??tr}static _$Ei(){if(this.hasOwnProperty(Te("elementProperties")))return;let e=Fl(this);e.finalize(),e.l!==void 0&&(this.l=[...e.l]),this.elementProperties=new Map(e.elementProperties)}static finalize(){if(this.hasOwnProperty(Te("finalized")))return;if(this.finalized=!0,this._$Ei(),this.hasOwnProperty(Te("properties"))){let o=this.properties,s=[...Bl(o),...Vl(o)];for(let r of s)this.createProperty(r,o[r])}let e=this[Symbol.metadata];if(e!==null){let o=litPropertyMetadata.get(e);if(o!==void 0)for(let[s,r]of o)this.elementProperties.set(s,r)}this._$Eh=new Map;for(let[o,s]of this.elementProperties){let r=this._$Eu(o,s);r!==void 0&&this._$Eh.set(r,o)}this.elementStyles=this.finalizeStyles(this.styles)}static finalizeStyles(e){let o=[];if(Array.isArray(e)){let s=new Set(e.flat(1/0).reverse());for(let r of s)o.unshift(Uo(r))}else e!==void 0&&o.push(Uo(e));return o}static _$Eu(e,o){let s=o.attribute;return s===!1?void 0:typeof s=="string"?s:typeof e=="string"?e.toLowerCase():void 0}constructor(){super(),this._$Ep=void 0,this.isUpdatePending=!1,this.hasUpdated=!1,this._$Em=null,this._$Ev()}_$Ev(){this._$ES=new Promise(e=>this.enableUpdating=e),this._$AL=new Map,this._$E_(),this.requestUpdate(),this.constructor.l?.forEach(e=>e(this))}addController(e){(this._$EO??=new Set).add(e),this.renderRoot!==void 0&&this.isConnected&&e.hostConnected?.()}removeController(e){this._$EO?.delete(e)}_$E_(){let e=new Map,o=this.constructor.elementProperties;for(let s of o.keys())this.hasOwnProperty(s)&&(e.set(s,this[s]),delete this[s]);e.size>0&&(this._$Ep=e)}createRenderRoot(){let e=this.shadowRoot??this.attachShadow(this.constructor.shadowRootOptions);return Js(e,this.constructor.elementStyles),e}connectedCallback(){this.renderRoot??=this.createRenderRoot(),this.enableUpdating(!0),this._$EO?.forEach(e=>e.hostConnected?.())}enableUpdating(e){}disconnectedCallback(){this._$EO?.forEach(e=>e.hostDisconnected?.())}attributeChangedCallback(e,o,s){this._$AK(e,s)}_$ET(e,o){let s=this.constructor.elementProperties.get(e),r=this.constructor._$Eu(e,s);if(r!==void 0&&s.reflect===!0){let i=(s.converter?.toAttribute!==void 0?s.converter:Vt).toAttribute(o,s.type);this._$Em=e,i==null?this.removeAttribute(r):this.setAttribute(r,i),this._$Em=null}}_$AK(e,o){let s=this.constructor,r=s._$Eh.get(e);if(r!==void 0&&this._$Em!==r){let i=s.getPropertyOptions(r),l=typeof i.converter=="function"?{fromAttribute:i.converter}:i.converter?.fromAttribute!==void 0?i.converter:Vt;this._$Em=r;let a=l.fromAttribute(o,i.type);this[r]=a??this._$Ej?.get(r)??a,this._$Em=null}}requestUpdate(e,o,s,r=!1,i){if(e!==void 0){let l=this.constructor;if(r===!1&&(i=this[e]),s??=l.getPropertyOptions(e),!((s.hasChanged??ao)(i,o)||s.useDefault&&s.reflect&&i===this._$Ej?.get(e)&&!this.hasAttribute(l._$Eu(e,s))))return;this.C(e,o,s)}this.isUpdatePending===!1&&(this._$ES=this._$EP())}C(e,o,{useDefault:s,reflect:r,wrapped:i},l){s&&!(this._$Ej??=new Map).has(e)&&(this._$Ej.set(e,l??o??this[e]),i!==!0||l!==void 0)||(this._$AL.has(e)||(this.hasUpdated||s||(o=void 0),this._$AL.set(e,o)),r===!0&&this._$Em!==e&&(this._$Eq??=new Set).add(e))}async _$EP(){this.isUpdatePending=!0;try{await this._$ES}catch(o){Promise.reject(o)}let e=this.scheduleUpdate();return e!=null&&await e,!this.isUpdatePending}scheduleUpdate(){return this.performUpdate()}performUpdate(){if(!this.isUpdatePending)return;if(!this.hasUpdated){if(this.renderRoot??=this.createRenderRoot(),this._$Ep){for(let[r,i]of this._$Ep)this[r]=i;this._$Ep=void 0}let s=this.constructor.elementProperties;if(s.size>0)for(let[r,i]of s){let{wrapped:l}=i,a=this[r];l!==!0||this._$AL.has(r)||a===void 0||this.C(r,void 0,i,a)}}let e=!1,o=this._$AL;try{e=this.shouldUpdate(o),e?(this.willUpdate(o),this._$EO?.forEach(s=>s.hostUpdate?.()),this.update(o)):this._$EM()}catch(s){throw e=!1,this._$EM(),s}e&&this._$AE(o)}willUpdate(e){}_$AE(e){this._$EO?.forEach(o=>o.hostUpdated?.()),this.hasUpdated||(this.hasUpdated=!0,this.firstUpdated(e)),this.updated(e)}_$EM(){this._$AL=new Map,this.isUpdatePending=!1}get updateComplete(){return this.getUpdateComplete()}getUpdateComplete(){return this._$ES}shouldUpdate(e){return!0}update(e){this._$Eq&&=this._$Eq.forEach(o=>this._$ET(o,this[o])),this._$EM()}updated(e){}firstUpdated(e){}};Ot.elementStyles=[],Ot.shadowRootOptions={mode:"open"},Ot[Te("elementProperties")]=new Map,Ot[Te("finalized")]=new Map,Hl?.({ReactiveElement:Ot}),(no.reactiveElementVersions??=[]).push("2.1.2")});function hr(t,e){if(!Yo(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return or!==void 0?or.createHTML(e):e}function oe(t,e,o=t,s){if(e===G)return e;let r=s!==void 0?o._$Co?.[s]:o._$Cl,i=De(e)?void 0:e._$litDirective$;return r?.constructor!==i&&(r?._$AO?.(!1),i===void 0?r=void 0:(r=new i(t),r._$AT(t,o,s)),s!==void 0?(o._$Co??=[])[s]=r:o._$Cl=r),r!==void 0&&(e=oe(t,r._$AS(t,e.values),r,s)),e}var jo,er,co,or,Ko,Tt,Xo,Ul,ee,Re,De,Yo,ar,Wo,Pe,sr,rr,Qt,ir,lr,cr,Go,v,ur,dr,G,P,nr,te,pr,Me,uo,ve,se,ho,po,mo,fo,mr,ql,fr,gt=h(()=>{jo=globalThis,er=t=>t,co=jo.trustedTypes,or=co?co.createPolicy("lit-html",{createHTML:t=>t}):void 0,Ko="$lit$",Tt=`lit$${Math.random().toFixed(9).slice(2)}$`,Xo="?"+Tt,Ul=`<${Xo}>`,ee=document,Re=()=>ee.createComment(""),De=t=>t===null||typeof t!="object"&&typeof t!="function",Yo=Array.isArray,ar=t=>Yo(t)||typeof t?.[Symbol.iterator]=="function",Wo=`[ 	
\f\r]`,Pe=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,sr=/-->/g,rr=/>/g,Qt=RegExp(`>|${Wo}(?:([^\\s"'>=/]+)(${Wo}*=${Wo}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),ir=/'/g,lr=/"/g,cr=/^(?:script|style|textarea|title)$/i,Go=t=>(e,...o)=>({_$litType$:t,strings:e,values:o}),v=Go(1),ur=Go(2),dr=Go(3),G=Symbol.for("lit-noChange"),P=Symbol.for("lit-nothing"),nr=new WeakMap,te=ee.createTreeWalker(ee,129);pr=(t,e)=>{let o=t.length-1,s=[],r,i=e===2?"<svg>":e===3?"<math>":"",l=Pe;for(let a=0;a<o;a++){let c=t[a],d,m,p=-1,g=0;for(;g<c.length&&(l.lastIndex=g,m=l.exec(c),m!==null);)g=l.lastIndex,l===Pe?m[1]==="!--"?l=sr:m[1]!==void 0?l=rr:m[2]!==void 0?(cr.test(m[2])&&(r=RegExp("</"+m[2],"g")),l=Qt):m[3]!==void 0&&(l=Qt):l===Qt?m[0]===">"?(l=r??Pe,p=-1):m[1]===void 0?p=-2:(p=l.lastIndex-m[2].length,d=m[1],l=m[3]===void 0?Qt:m[3]==='"'?lr:ir):l===lr||l===ir?l=Qt:l===sr||l===rr?l=Pe:(l=Qt,r=void 0);let f=l===Qt&&t[a+1].startsWith("/>")?" ":"";i+=l===Pe?c+Ul:p>=0?(s.push(d),c.slice(0,p)+Ko+c.slice(p)+Tt+f):c+Tt+(p===-2?a:f)}return[hr(t,i+(t[o]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),s]},Me=class t{constructor({strings:e,_$litType$:o},s){let r;this.parts=[];let i=0,l=0,a=e.length-1,c=this.parts,[d,m]=pr(e,o);if(this.el=t.createElement(d,s),te.currentNode=this.el.content,o===2||o===3){let p=this.el.content.firstChild;p.replaceWith(...p.childNodes)}for(;(r=te.nextNode())!==null&&c.length<a;){if(r.nodeType===1){if(r.hasAttributes())for(let p of r.getAttributeNames())if(p.endsWith(Ko)){let g=m[l++],f=r.getAttribute(p).split(Tt),b=/([.?@])?(.*)/.exec(g);c.push({type:1,index:i,name:b[2],strings:f,ctor:b[1]==="."?ho:b[1]==="?"?po:b[1]==="@"?mo:se}),r.removeAttribute(p)}else p.startsWith(Tt)&&(c.push({type:6,index:i}),r.removeAttribute(p));if(cr.test(r.tagName)){let p=r.textContent.split(Tt),g=p.length-1;if(g>0){r.textContent=co?co.emptyScript:"";for(let f=0;f<g;f++)r.append(p[f],Re()),te.nextNode(),c.push({type:2,index:++i});r.append(p[g],Re())}}}else if(r.nodeType===8)if(r.data===Xo)c.push({type:2,index:i});else{let p=-1;for(;(p=r.data.indexOf(Tt,p+1))!==-1;)c.push({type:7,index:i}),p+=Tt.length-1}i++}}static createElement(e,o){let s=ee.createElement("template");return s.innerHTML=e,s}};uo=class{constructor(e,o){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=o}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:o},parts:s}=this._$AD,r=(e?.creationScope??ee).importNode(o,!0);te.currentNode=r;let i=te.nextNode(),l=0,a=0,c=s[0];for(;c!==void 0;){if(l===c.index){let d;c.type===2?d=new ve(i,i.nextSibling,this,e):c.type===1?d=new c.ctor(i,c.name,c.strings,this,e):c.type===6&&(d=new fo(i,this,e)),this._$AV.push(d),c=s[++a]}l!==c?.index&&(i=te.nextNode(),l++)}return te.currentNode=ee,r}p(e){let o=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(e,s,o),o+=s.strings.length-2):s._$AI(e[o])),o++}},ve=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,o,s,r){this.type=2,this._$AH=P,this._$AN=void 0,this._$AA=e,this._$AB=o,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,o=this._$AM;return o!==void 0&&e?.nodeType===11&&(e=o.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,o=this){e=oe(this,e,o),De(e)?e===P||e==null||e===""?(this._$AH!==P&&this._$AR(),this._$AH=P):e!==this._$AH&&e!==G&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):ar(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==P&&De(this._$AH)?this._$AA.nextSibling.data=e:this.T(ee.createTextNode(e)),this._$AH=e}$(e){let{values:o,_$litType$:s}=e,r=typeof s=="number"?this._$AC(e):(s.el===void 0&&(s.el=Me.createElement(hr(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(o);else{let i=new uo(r,this),l=i.u(this.options);i.p(o),this.T(l),this._$AH=i}}_$AC(e){let o=nr.get(e.strings);return o===void 0&&nr.set(e.strings,o=new Me(e)),o}k(e){Yo(this._$AH)||(this._$AH=[],this._$AR());let o=this._$AH,s,r=0;for(let i of e)r===o.length?o.push(s=new t(this.O(Re()),this.O(Re()),this,this.options)):s=o[r],s._$AI(i),r++;r<o.length&&(this._$AR(s&&s._$AB.nextSibling,r),o.length=r)}_$AR(e=this._$AA.nextSibling,o){for(this._$AP?.(!1,!0,o);e!==this._$AB;){let s=er(e).nextSibling;er(e).remove(),e=s}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},se=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,o,s,r,i){this.type=1,this._$AH=P,this._$AN=void 0,this.element=e,this.name=o,this._$AM=r,this.options=i,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=P}_$AI(e,o=this,s,r){let i=this.strings,l=!1;if(i===void 0)e=oe(this,e,o,0),l=!De(e)||e!==this._$AH&&e!==G,l&&(this._$AH=e);else{let a=e,c,d;for(e=i[0],c=0;c<i.length-1;c++)d=oe(this,a[s+c],o,c),d===G&&(d=this._$AH[c]),l||=!De(d)||d!==this._$AH[c],d===P?e=P:e!==P&&(e+=(d??"")+i[c+1]),this._$AH[c]=d}l&&!r&&this.j(e)}j(e){e===P?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},ho=class extends se{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===P?void 0:e}},po=class extends se{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==P)}},mo=class extends se{constructor(e,o,s,r,i){super(e,o,s,r,i),this.type=5}_$AI(e,o=this){if((e=oe(this,e,o,0)??P)===G)return;let s=this._$AH,r=e===P&&s!==P||e.capture!==s.capture||e.once!==s.once||e.passive!==s.passive,i=e!==P&&(s===P||r);r&&this.element.removeEventListener(this.name,this,s),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},fo=class{constructor(e,o,s){this.element=e,this.type=6,this._$AN=void 0,this._$AM=o,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(e){oe(this,e)}},mr={M:Ko,P:Tt,A:Xo,C:1,L:pr,R:uo,D:ar,V:oe,I:ve,H:se,N:po,U:mo,B:ho,F:fo},ql=jo.litHtmlPolyfillSupport;ql?.(Me,ve),(jo.litHtmlVersions??=[]).push("3.3.3");fr=(t,e,o)=>{let s=o?.renderBefore??e,r=s._$litPart$;if(r===void 0){let i=o?.renderBefore??null;s._$litPart$=r=new ve(e.insertBefore(Re(),i),i,void 0,o??{})}return r._$AI(t),r}});var Zo,Ft,Wl,gr=h(()=>{Le();Le();gt();gt();Zo=globalThis,Ft=class extends Ot{constructor(){super(...arguments),this.renderOptions={host:this},this._$Do=void 0}createRenderRoot(){let e=super.createRenderRoot();return this.renderOptions.renderBefore??=e.firstChild,e}update(e){let o=this.render();this.hasUpdated||(this.renderOptions.isConnected=this.isConnected),super.update(e),this._$Do=fr(o,this.renderRoot,this.renderOptions)}connectedCallback(){super.connectedCallback(),this._$Do?.setConnected(!0)}disconnectedCallback(){super.disconnectedCallback(),this._$Do?.setConnected(!1)}render(){return G}};Ft._$litElement$=!0,Ft.finalized=!0,Zo.litElementHydrateSupport?.({LitElement:Ft});Wl=Zo.litElementPolyfillSupport;Wl?.({LitElement:Ft});(Zo.litElementVersions??=[]).push("4.2.2")});var br=h(()=>{});var S=h(()=>{Le();gt();gr();br()});var vr,Jo=h(()=>{S();vr=$`
  :host {
    display: inline-block;
  }

  .tag {
    display: flex;
    align-items: center;
    border: solid 1px;
    line-height: 1;
    white-space: nowrap;
    user-select: none;
    -webkit-user-select: none;
  }

  .tag__remove::part(base) {
    color: inherit;
    padding: 0;
  }

  /*
   * Variant modifiers
   */

  .tag--primary {
    background-color: var(--sl-color-primary-50);
    border-color: var(--sl-color-primary-200);
    color: var(--sl-color-primary-800);
  }

  .tag--primary:active > sl-icon-button {
    color: var(--sl-color-primary-600);
  }

  .tag--success {
    background-color: var(--sl-color-success-50);
    border-color: var(--sl-color-success-200);
    color: var(--sl-color-success-800);
  }

  .tag--success:active > sl-icon-button {
    color: var(--sl-color-success-600);
  }

  .tag--neutral {
    background-color: var(--sl-color-neutral-50);
    border-color: var(--sl-color-neutral-200);
    color: var(--sl-color-neutral-800);
  }

  .tag--neutral:active > sl-icon-button {
    color: var(--sl-color-neutral-600);
  }

  .tag--warning {
    background-color: var(--sl-color-warning-50);
    border-color: var(--sl-color-warning-200);
    color: var(--sl-color-warning-800);
  }

  .tag--warning:active > sl-icon-button {
    color: var(--sl-color-warning-600);
  }

  .tag--danger {
    background-color: var(--sl-color-danger-50);
    border-color: var(--sl-color-danger-200);
    color: var(--sl-color-danger-800);
  }

  .tag--danger:active > sl-icon-button {
    color: var(--sl-color-danger-600);
  }

  /*
   * Size modifiers
   */

  .tag--small {
    font-size: var(--sl-button-font-size-small);
    height: calc(var(--sl-input-height-small) * 0.8);
    line-height: calc(var(--sl-input-height-small) - var(--sl-input-border-width) * 2);
    border-radius: var(--sl-input-border-radius-small);
    padding: 0 var(--sl-spacing-x-small);
  }

  .tag--medium {
    font-size: var(--sl-button-font-size-medium);
    height: calc(var(--sl-input-height-medium) * 0.8);
    line-height: calc(var(--sl-input-height-medium) - var(--sl-input-border-width) * 2);
    border-radius: var(--sl-input-border-radius-medium);
    padding: 0 var(--sl-spacing-small);
  }

  .tag--large {
    font-size: var(--sl-button-font-size-large);
    height: calc(var(--sl-input-height-large) * 0.8);
    line-height: calc(var(--sl-input-height-large) - var(--sl-input-border-width) * 2);
    border-radius: var(--sl-input-border-radius-large);
    padding: 0 var(--sl-spacing-medium);
  }

  .tag__remove {
    margin-inline-start: var(--sl-spacing-x-small);
  }

  /*
   * Pill modifier
   */

  .tag--pill {
    border-radius: var(--sl-border-radius-pill);
  }
`});var yr,go=h(()=>{S();yr=$`
  :host {
    display: inline-block;
    color: var(--sl-color-neutral-600);
  }

  .icon-button {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    background: none;
    border: none;
    border-radius: var(--sl-border-radius-medium);
    font-size: inherit;
    color: inherit;
    padding: var(--sl-spacing-x-small);
    cursor: pointer;
    transition: var(--sl-transition-x-fast) color;
    -webkit-appearance: none;
  }

  .icon-button:hover:not(.icon-button--disabled),
  .icon-button:focus-visible:not(.icon-button--disabled) {
    color: var(--sl-color-primary-600);
  }

  .icon-button:active:not(.icon-button--disabled) {
    color: var(--sl-color-primary-700);
  }

  .icon-button:focus {
    outline: none;
  }

  .icon-button--disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  .icon-button:focus-visible {
    outline: var(--sl-focus-ring);
    outline-offset: var(--sl-focus-ring-offset);
  }

  .icon-button__icon {
    pointer-events: none;
  }
`});function wr(t){Qo=t}function _r(t=""){if(!Qo){let e=[...document.getElementsByTagName("script")],o=e.find(s=>s.hasAttribute("data-shoelace"));if(o)wr(o.getAttribute("data-shoelace"));else{let s=e.find(i=>/shoelace(\.min)?\.js($|\?)/.test(i.src)||/shoelace-autoloader(\.min)?\.js($|\?)/.test(i.src)),r="";s&&(r=s.getAttribute("src")),wr(r.split("/").slice(0,-1).join("/"))}}return Qo.replace(/\/$/,"")+(t?`/${t.replace(/^\//,"")}`:"")}var Qo,Nt=h(()=>{Qo=""});var jl,xr,Ht=h(()=>{Nt();jl={name:"default",resolver:t=>_r(`assets/icons/${t}.svg`)},xr=jl});var Cr,Kl,kr,Ut=h(()=>{Cr={caret:`
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
      <polyline points="6 9 12 15 18 9"></polyline>
    </svg>
  `,check:`
    <svg part="checked-icon" class="checkbox__icon" viewBox="0 0 16 16">
      <g stroke="none" stroke-width="1" fill="none" fill-rule="evenodd" stroke-linecap="round">
        <g stroke="currentColor">
          <g transform="translate(3.428571, 3.428571)">
            <path d="M0,5.71428571 L3.42857143,9.14285714"></path>
            <path d="M9.14285714,0 L3.42857143,9.14285714"></path>
          </g>
        </g>
      </g>
    </svg>
  `,"chevron-down":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-chevron-down" viewBox="0 0 16 16">
      <path fill-rule="evenodd" d="M1.646 4.646a.5.5 0 0 1 .708 0L8 10.293l5.646-5.647a.5.5 0 0 1 .708.708l-6 6a.5.5 0 0 1-.708 0l-6-6a.5.5 0 0 1 0-.708z"/>
    </svg>
  `,"chevron-left":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-chevron-left" viewBox="0 0 16 16">
      <path fill-rule="evenodd" d="M11.354 1.646a.5.5 0 0 1 0 .708L5.707 8l5.647 5.646a.5.5 0 0 1-.708.708l-6-6a.5.5 0 0 1 0-.708l6-6a.5.5 0 0 1 .708 0z"/>
    </svg>
  `,"chevron-right":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-chevron-right" viewBox="0 0 16 16">
      <path fill-rule="evenodd" d="M4.646 1.646a.5.5 0 0 1 .708 0l6 6a.5.5 0 0 1 0 .708l-6 6a.5.5 0 0 1-.708-.708L10.293 8 4.646 2.354a.5.5 0 0 1 0-.708z"/>
    </svg>
  `,copy:`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-copy" viewBox="0 0 16 16">
      <path fill-rule="evenodd" d="M4 2a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V2Zm2-1a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V2a1 1 0 0 0-1-1H6ZM2 5a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-1h1v1a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h1v1H2Z"/>
    </svg>
  `,eye:`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-eye" viewBox="0 0 16 16">
      <path d="M16 8s-3-5.5-8-5.5S0 8 0 8s3 5.5 8 5.5S16 8 16 8zM1.173 8a13.133 13.133 0 0 1 1.66-2.043C4.12 4.668 5.88 3.5 8 3.5c2.12 0 3.879 1.168 5.168 2.457A13.133 13.133 0 0 1 14.828 8c-.058.087-.122.183-.195.288-.335.48-.83 1.12-1.465 1.755C11.879 11.332 10.119 12.5 8 12.5c-2.12 0-3.879-1.168-5.168-2.457A13.134 13.134 0 0 1 1.172 8z"/>
      <path d="M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4.5 8a3.5 3.5 0 1 1 7 0 3.5 3.5 0 0 1-7 0z"/>
    </svg>
  `,"eye-slash":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-eye-slash" viewBox="0 0 16 16">
      <path d="M13.359 11.238C15.06 9.72 16 8 16 8s-3-5.5-8-5.5a7.028 7.028 0 0 0-2.79.588l.77.771A5.944 5.944 0 0 1 8 3.5c2.12 0 3.879 1.168 5.168 2.457A13.134 13.134 0 0 1 14.828 8c-.058.087-.122.183-.195.288-.335.48-.83 1.12-1.465 1.755-.165.165-.337.328-.517.486l.708.709z"/>
      <path d="M11.297 9.176a3.5 3.5 0 0 0-4.474-4.474l.823.823a2.5 2.5 0 0 1 2.829 2.829l.822.822zm-2.943 1.299.822.822a3.5 3.5 0 0 1-4.474-4.474l.823.823a2.5 2.5 0 0 0 2.829 2.829z"/>
      <path d="M3.35 5.47c-.18.16-.353.322-.518.487A13.134 13.134 0 0 0 1.172 8l.195.288c.335.48.83 1.12 1.465 1.755C4.121 11.332 5.881 12.5 8 12.5c.716 0 1.39-.133 2.02-.36l.77.772A7.029 7.029 0 0 1 8 13.5C3 13.5 0 8 0 8s.939-1.721 2.641-3.238l.708.709zm10.296 8.884-12-12 .708-.708 12 12-.708.708z"/>
    </svg>
  `,eyedropper:`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-eyedropper" viewBox="0 0 16 16">
      <path d="M13.354.646a1.207 1.207 0 0 0-1.708 0L8.5 3.793l-.646-.647a.5.5 0 1 0-.708.708L8.293 5l-7.147 7.146A.5.5 0 0 0 1 12.5v1.793l-.854.853a.5.5 0 1 0 .708.707L1.707 15H3.5a.5.5 0 0 0 .354-.146L11 7.707l1.146 1.147a.5.5 0 0 0 .708-.708l-.647-.646 3.147-3.146a1.207 1.207 0 0 0 0-1.708l-2-2zM2 12.707l7-7L10.293 7l-7 7H2v-1.293z"></path>
    </svg>
  `,"grip-vertical":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-grip-vertical" viewBox="0 0 16 16">
      <path d="M7 2a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm3 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM7 5a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm3 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0zM7 8a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm3 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm-3 3a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm3 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm-3 3a1 1 0 1 1-2 0 1 1 0 0 1 2 0zm3 0a1 1 0 1 1-2 0 1 1 0 0 1 2 0z"></path>
    </svg>
  `,indeterminate:`
    <svg part="indeterminate-icon" class="checkbox__icon" viewBox="0 0 16 16">
      <g stroke="none" stroke-width="1" fill="none" fill-rule="evenodd" stroke-linecap="round">
        <g stroke="currentColor" stroke-width="2">
          <g transform="translate(2.285714, 6.857143)">
            <path d="M10.2857143,1.14285714 L1.14285714,1.14285714"></path>
          </g>
        </g>
      </g>
    </svg>
  `,"person-fill":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-person-fill" viewBox="0 0 16 16">
      <path d="M3 14s-1 0-1-1 1-4 6-4 6 3 6 4-1 1-1 1H3zm5-6a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"/>
    </svg>
  `,"play-fill":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-play-fill" viewBox="0 0 16 16">
      <path d="m11.596 8.697-6.363 3.692c-.54.313-1.233-.066-1.233-.697V4.308c0-.63.692-1.01 1.233-.696l6.363 3.692a.802.802 0 0 1 0 1.393z"></path>
    </svg>
  `,"pause-fill":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-pause-fill" viewBox="0 0 16 16">
      <path d="M5.5 3.5A1.5 1.5 0 0 1 7 5v6a1.5 1.5 0 0 1-3 0V5a1.5 1.5 0 0 1 1.5-1.5zm5 0A1.5 1.5 0 0 1 12 5v6a1.5 1.5 0 0 1-3 0V5a1.5 1.5 0 0 1 1.5-1.5z"></path>
    </svg>
  `,radio:`
    <svg part="checked-icon" class="radio__icon" viewBox="0 0 16 16">
      <g stroke="none" stroke-width="1" fill="none" fill-rule="evenodd">
        <g fill="currentColor">
          <circle cx="8" cy="8" r="3.42857143"></circle>
        </g>
      </g>
    </svg>
  `,"star-fill":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-star-fill" viewBox="0 0 16 16">
      <path d="M3.612 15.443c-.386.198-.824-.149-.746-.592l.83-4.73L.173 6.765c-.329-.314-.158-.888.283-.95l4.898-.696L7.538.792c.197-.39.73-.39.927 0l2.184 4.327 4.898.696c.441.062.612.636.282.95l-3.522 3.356.83 4.73c.078.443-.36.79-.746.592L8 13.187l-4.389 2.256z"/>
    </svg>
  `,"x-lg":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-x-lg" viewBox="0 0 16 16">
      <path d="M2.146 2.854a.5.5 0 1 1 .708-.708L8 7.293l5.146-5.147a.5.5 0 0 1 .708.708L8.707 8l5.147 5.146a.5.5 0 0 1-.708.708L8 8.707l-5.146 5.147a.5.5 0 0 1-.708-.708L7.293 8 2.146 2.854Z"/>
    </svg>
  `,"x-circle-fill":`
    <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="currentColor" class="bi bi-x-circle-fill" viewBox="0 0 16 16">
      <path d="M16 8A8 8 0 1 1 0 8a8 8 0 0 1 16 0zM5.354 4.646a.5.5 0 1 0-.708.708L7.293 8l-2.647 2.646a.5.5 0 0 0 .708.708L8 8.707l2.646 2.647a.5.5 0 0 0 .708-.708L8.707 8l2.647-2.646a.5.5 0 0 0-.708-.708L8 7.293 5.354 4.646z"></path>
    </svg>
  `},Kl={name:"system",resolver:t=>t in Cr?`data:image/svg+xml,${encodeURIComponent(Cr[t])}`:""},kr=Kl});function $r(t){ts.push(t)}function Sr(t){ts=ts.filter(e=>e!==t)}function es(t){return Xl.find(e=>e.name===t)}var Xl,ts,qt=h(()=>{Ht();Ut();Xl=[xr,kr],ts=[]});var Ar,Wt=h(()=>{S();Ar=$`
  :host {
    display: inline-block;
    width: 1em;
    height: 1em;
    box-sizing: content-box !important;
  }

  svg {
    display: block;
    height: 100%;
    width: 100%;
  }
`});var Or,Yl,Gl,Zl,Er,Jl,Ql,os,ss,zr,st,jt,n,Tr,Lr,Pr,Rr,tn,Dr,T=h(()=>{Or=Object.defineProperty,Yl=Object.defineProperties,Gl=Object.getOwnPropertyDescriptor,Zl=Object.getOwnPropertyDescriptors,Er=Object.getOwnPropertySymbols,Jl=Object.prototype.hasOwnProperty,Ql=Object.prototype.propertyIsEnumerable,os=(t,e)=>(e=Symbol[t])?e:Symbol.for("Symbol."+t),ss=t=>{throw TypeError(t)},zr=(t,e,o)=>e in t?Or(t,e,{enumerable:!0,configurable:!0,writable:!0,value:o}):t[e]=o,st=(t,e)=>{for(var o in e||(e={}))Jl.call(e,o)&&zr(t,o,e[o]);if(Er)for(var o of Er(e))Ql.call(e,o)&&zr(t,o,e[o]);return t},jt=(t,e)=>Yl(t,Zl(e)),n=(t,e,o,s)=>{for(var r=s>1?void 0:s?Gl(e,o):e,i=t.length-1,l;i>=0;i--)(l=t[i])&&(r=(s?l(e,o,r):l(r))||r);return s&&r&&Or(e,o,r),r},Tr=(t,e,o)=>e.has(t)||ss("Cannot "+o),Lr=(t,e,o)=>(Tr(t,e,"read from private field"),o?o.call(t):e.get(t)),Pr=(t,e,o)=>e.has(t)?ss("Cannot add the same private member more than once"):e instanceof WeakSet?e.add(t):e.set(t,o),Rr=(t,e,o,s)=>(Tr(t,e,"write to private field"),s?s.call(t,o):e.set(t,o),o),tn=function(t,e){this[0]=t,this[1]=e},Dr=t=>{var e=t[os("asyncIterator")],o=!1,s,r={};return e==null?(e=t[os("iterator")](),s=i=>r[i]=l=>e[i](l)):(e=e.call(t),s=i=>r[i]=l=>{if(o){if(o=!1,i==="throw")throw l;return l}return o=!0,{done:!1,value:new tn(new Promise(a=>{var c=e[i](l);c instanceof Object||ss("Object expected"),a(c)}),1)}}),r[os("iterator")]=()=>r,s("next"),"throw"in e?s("throw"):r.throw=i=>{throw i},"return"in e&&s("return"),r}});function R(t,e){let o=st({waitUntilFirstUpdate:!1},e);return(s,r)=>{let{update:i}=s,l=Array.isArray(t)?t:[t];s.update=function(a){l.forEach(c=>{let d=c;if(a.has(d)){let m=a.get(d),p=this[d];m!==p&&(!o.waitUntilFirstUpdate||this.hasUpdated)&&this[r](m,p)}}),i.call(this,a)}}}var W=h(()=>{T()});var D,V=h(()=>{S();D=$`
  :host {
    box-sizing: border-box;
  }

  :host *,
  :host *::before,
  :host *::after {
    box-sizing: inherit;
  }

  [hidden] {
    display: none !important;
  }
`});var Mr=h(()=>{});function u(t){return(e,o)=>typeof o=="object"?on(t,e,o):((s,r,i)=>{let l=r.hasOwnProperty(i);return r.constructor.createProperty(i,s),l?Object.getOwnPropertyDescriptor(r,i):void 0})(t,e,o)}var en,on,rs=h(()=>{Le();en={attribute:!0,type:String,converter:Vt,reflect:!1,hasChanged:ao},on=(t=en,e,o)=>{let{kind:s,metadata:r}=o,i=globalThis.litPropertyMetadata.get(r);if(i===void 0&&globalThis.litPropertyMetadata.set(r,i=new Map),s==="setter"&&((t=Object.create(t)).wrapped=!0),i.set(o.name,t),s==="accessor"){let{name:l}=o;return{set(a){let c=e.get.call(this);e.set.call(this,a),this.requestUpdate(l,c,t,!0,a)},init(a){return a!==void 0&&this.C(l,void 0,t,a),a}}}if(s==="setter"){let{name:l}=o;return function(a){let c=this[l];e.call(this,a),this.requestUpdate(l,c,t,!0,a)}}throw Error("Unsupported decorator location: "+s)}});function N(t){return u({...t,state:!0,attribute:!1})}var Ir=h(()=>{rs();});var Br=h(()=>{});var re,ye=h(()=>{re=(t,e,o)=>(o.configurable=!0,o.enumerable=!0,Reflect.decorate&&typeof e!="object"&&Object.defineProperty(t,e,o),o)});function A(t,e){return(o,s,r)=>{let i=l=>l.renderRoot?.querySelector(t)??null;if(e){let{get:l,set:a}=typeof s=="object"?o:r??(()=>{let c=Symbol();return{get(){return this[c]},set(d){this[c]=d}}})();return re(o,s,{get(){let c=l.call(this);return c===void 0&&(c=i(this),(c!==null||this.hasUpdated)&&a.call(this,c)),c}})}return re(o,s,{get(){return i(this)}})}}var Vr=h(()=>{ye();});var Fr=h(()=>{ye();});var Nr=h(()=>{ye();});var Hr=h(()=>{ye();});var Ur=h(()=>{ye();});var J=h(()=>{Mr();rs();Ir();Br();Vr();Fr();Nr();Hr();Ur()});var bo,E,F=h(()=>{T();S();J();E=class extends Ft{constructor(){super(),Pr(this,bo,!1),this.initialReflectedProperties=new Map,Object.entries(this.constructor.dependencies).forEach(([t,e])=>{this.constructor.define(t,e)})}emit(t,e){let o=new CustomEvent(t,st({bubbles:!0,cancelable:!1,composed:!0,detail:{}},e));return this.dispatchEvent(o),o}static define(t,e=this,o={}){let s=customElements.get(t);if(!s){try{customElements.define(t,e,o)}catch{customElements.define(t,class extends e{},o)}return}let r=" (unknown version)",i=r;"version"in e&&e.version&&(r=" v"+e.version),"version"in s&&s.version&&(i=" v"+s.version),!(r&&i&&r===i)&&console.warn(`Attempted to register <${t}>${r}, but <${t}>${i} has already been registered.`)}attributeChangedCallback(t,e,o){Lr(this,bo)||(this.constructor.elementProperties.forEach((s,r)=>{s.reflect&&this[r]!=null&&this.initialReflectedProperties.set(r,this[r])}),Rr(this,bo,!0)),super.attributeChangedCallback(t,e,o)}willUpdate(t){super.willUpdate(t),this.initialReflectedProperties.forEach((e,o)=>{t.has(o)&&this[o]==null&&(this[o]=e)})}};bo=new WeakMap;E.version="2.20.1";E.dependencies={};n([u()],E.prototype,"dir",2);n([u()],E.prototype,"lang",2)});var ac,qr,vo,sn,Wr,yo=h(()=>{gt();({I:ac}=mr),qr=(t,e)=>e===void 0?t?._$litType$!==void 0:t?._$litType$===e,vo=t=>t.strings===void 0,sn={},Wr=(t,e=sn)=>t._$AH=e});var jr=h(()=>{yo()});var Ie,wo,is,ls,U,rt=h(()=>{qt();Wt();W();V();F();T();S();jr();J();Ie=Symbol(),wo=Symbol(),ls=new Map,U=class extends E{constructor(){super(...arguments),this.initialRender=!1,this.svg=null,this.label="",this.library="default"}async resolveIcon(t,e){var o;let s;if(e?.spriteSheet)return this.svg=v`<svg part="svg">
        <use part="use" href="${t}"></use>
      </svg>`,this.svg;try{if(s=await fetch(t,{mode:"cors"}),!s.ok)return s.status===410?Ie:wo}catch{return wo}try{let r=document.createElement("div");r.innerHTML=await s.text();let i=r.firstElementChild;if(((o=i?.tagName)==null?void 0:o.toLowerCase())!=="svg")return Ie;is||(is=new DOMParser);let a=is.parseFromString(i.outerHTML,"text/html").body.querySelector("svg");return a?(a.part.add("svg"),document.adoptNode(a)):Ie}catch{return Ie}}connectedCallback(){super.connectedCallback(),$r(this)}firstUpdated(){this.initialRender=!0,this.setIcon()}disconnectedCallback(){super.disconnectedCallback(),Sr(this)}getIconSource(){let t=es(this.library);return this.name&&t?{url:t.resolver(this.name),fromLibrary:!0}:{url:this.src,fromLibrary:!1}}handleLabelChange(){typeof this.label=="string"&&this.label.length>0?(this.setAttribute("role","img"),this.setAttribute("aria-label",this.label),this.removeAttribute("aria-hidden")):(this.removeAttribute("role"),this.removeAttribute("aria-label"),this.setAttribute("aria-hidden","true"))}async setIcon(){var t;let{url:e,fromLibrary:o}=this.getIconSource(),s=o?es(this.library):void 0;if(!e){this.svg=null;return}let r=ls.get(e);if(r||(r=this.resolveIcon(e,s),ls.set(e,r)),!this.initialRender)return;let i=await r;if(i===wo&&ls.delete(e),e===this.getIconSource().url){if(qr(i)){if(this.svg=i,s){await this.updateComplete;let l=this.shadowRoot.querySelector("[part='svg']");typeof s.mutator=="function"&&l&&s.mutator(l)}return}switch(i){case wo:case Ie:this.svg=null,this.emit("sl-error");break;default:this.svg=i.cloneNode(!0),(t=s?.mutator)==null||t.call(s,this.svg),this.emit("sl-load")}}}render(){return this.svg}};U.styles=[D,Ar];n([N()],U.prototype,"svg",2);n([u({reflect:!0})],U.prototype,"name",2);n([u()],U.prototype,"src",2);n([u()],U.prototype,"label",2);n([u({reflect:!0})],U.prototype,"library",2);n([R("label")],U.prototype,"handleLabelChange",1);n([R(["name","src","library"])],U.prototype,"setIcon",1)});var it,Lt,kt,ie=h(()=>{it={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Lt=t=>(...e)=>({_$litDirective$:t,values:e}),kt=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,o,s){this._$Ct=e,this._$AM=o,this._$Ci=s}_$AS(e,o){return this.update(e,o)}update(e,o){return this.render(...o)}}});var I,Kr=h(()=>{gt();ie();I=Lt(class extends kt{constructor(t){if(super(t),t.type!==it.ATTRIBUTE||t.name!=="class"||t.strings?.length>2)throw Error("`classMap()` can only be used in the `class` attribute and must be the only part in the attribute.")}render(t){return" "+Object.keys(t).filter(e=>t[e]).join(" ")+" "}update(t,[e]){if(this.st===void 0){this.st=new Set,t.strings!==void 0&&(this.nt=new Set(t.strings.join(" ").split(/\s/).filter(s=>s!=="")));for(let s in e)e[s]&&!this.nt?.has(s)&&this.st.add(s);return this.render(e)}let o=t.element.classList;for(let s of this.st)s in e||(o.remove(s),this.st.delete(s));for(let s in e){let r=!!e[s];r===this.st.has(s)||this.nt?.has(s)||(r?(o.add(s),this.st.add(s)):(o.remove(s),this.st.delete(s)))}return G}})});var at=h(()=>{Kr()});var Yr,rn,we,Xr,ns,_e,Tc,Lc,Gr=h(()=>{gt();Yr=Symbol.for(""),rn=t=>{if(t?.r===Yr)return t?._$litStatic$},we=(t,...e)=>({_$litStatic$:e.reduce((o,s,r)=>o+(i=>{if(i._$litStatic$!==void 0)return i._$litStatic$;throw Error(`Value passed to 'literal' function must be a 'literal' result: ${i}. Use 'unsafeStatic' to pass non-literal values, but
            take care to ensure page security.`)})(s)+t[r+1],t[0]),r:Yr}),Xr=new Map,ns=t=>(e,...o)=>{let s=o.length,r,i,l=[],a=[],c,d=0,m=!1;for(;d<s;){for(c=e[d];d<s&&(i=o[d],(r=rn(i))!==void 0);)c+=r+e[++d],m=!0;d!==s&&a.push(i),l.push(c),d++}if(d===s&&l.push(e[s]),m){let p=l.join("$$lit$$");(e=Xr.get(p))===void 0&&(l.raw=l,Xr.set(p,e=l)),o=a}return t(e,...o)},_e=ns(v),Tc=ns(ur),Lc=ns(dr)});var as=h(()=>{Gr()});var y,Zr=h(()=>{gt();y=t=>t??P});var le=h(()=>{Zr()});var Z,Be=h(()=>{go();rt();V();F();T();at();as();le();J();Z=class extends E{constructor(){super(...arguments),this.hasFocus=!1,this.label="",this.disabled=!1}handleBlur(){this.hasFocus=!1,this.emit("sl-blur")}handleFocus(){this.hasFocus=!0,this.emit("sl-focus")}handleClick(t){this.disabled&&(t.preventDefault(),t.stopPropagation())}click(){this.button.click()}focus(t){this.button.focus(t)}blur(){this.button.blur()}render(){let t=!!this.href,e=t?we`a`:we`button`;return _e`
      <${e}
        part="base"
        class=${I({"icon-button":!0,"icon-button--disabled":!t&&this.disabled,"icon-button--focused":this.hasFocus})}
        ?disabled=${y(t?void 0:this.disabled)}
        type=${y(t?void 0:"button")}
        href=${y(t?this.href:void 0)}
        target=${y(t?this.target:void 0)}
        download=${y(t?this.download:void 0)}
        rel=${y(t&&this.target?"noreferrer noopener":void 0)}
        role=${y(t?void 0:"button")}
        aria-disabled=${this.disabled?"true":"false"}
        aria-label="${this.label}"
        tabindex=${this.disabled?"-1":"0"}
        @blur=${this.handleBlur}
        @focus=${this.handleFocus}
        @click=${this.handleClick}
      >
        <sl-icon
          class="icon-button__icon"
          name=${y(this.name)}
          library=${y(this.library)}
          src=${y(this.src)}
          aria-hidden="true"
        ></sl-icon>
      </${e}>
    `}};Z.styles=[D,yr];Z.dependencies={"sl-icon":U};n([A(".icon-button")],Z.prototype,"button",2);n([N()],Z.prototype,"hasFocus",2);n([u()],Z.prototype,"name",2);n([u()],Z.prototype,"library",2);n([u()],Z.prototype,"src",2);n([u()],Z.prototype,"href",2);n([u()],Z.prototype,"target",2);n([u()],Z.prototype,"download",2);n([u()],Z.prototype,"label",2);n([u({type:Boolean,reflect:!0})],Z.prototype,"disabled",2)});function Ve(...t){t.map(e=>{let o=e.$code.toLowerCase();xe.has(o)?xe.set(o,Object.assign(Object.assign({},xe.get(o)),e)):xe.set(o,e),Pt||(Pt=e)}),Qr()}function Qr(){Jr&&(us=document.documentElement.dir||"ltr",ds=document.documentElement.lang||navigator.language),[...cs.keys()].map(t=>{typeof t.requestUpdate=="function"&&t.requestUpdate()})}var cs,xe,Pt,us,ds,Jr,_o,xo=h(()=>{cs=new Set,xe=new Map,us="ltr",ds="en",Jr=typeof MutationObserver<"u"&&typeof document<"u"&&typeof document.documentElement<"u";if(Jr){let t=new MutationObserver(Qr);us=document.documentElement.dir||"ltr",ds=document.documentElement.lang||navigator.language,t.observe(document.documentElement,{attributes:!0,attributeFilter:["dir","lang"]})}_o=class{constructor(e){this.host=e,this.host.addController(this)}hostConnected(){cs.add(this.host)}hostDisconnected(){cs.delete(this.host)}dir(){return`${this.host.dir||us}`.toLowerCase()}lang(){let e=`${this.host.lang||ds}`.toLowerCase().replace(/_/g,"-");try{return new Intl.Locale(e),e}catch{return Pt?Pt.$code.toLowerCase():"en"}}getTranslationData(e){var o,s;let r;try{r=new Intl.Locale(e.replace(/_/g,"-"))}catch{return{locale:void 0,language:"",region:"",primary:void 0,secondary:void 0}}let i=r.language.toLowerCase(),l=(s=(o=r.region)===null||o===void 0?void 0:o.toLowerCase())!==null&&s!==void 0?s:"",a=xe.get(`${i}-${l}`),c=xe.get(i);return{locale:r,language:i,region:l,primary:a,secondary:c}}exists(e,o){var s;let{primary:r,secondary:i}=this.getTranslationData((s=o.lang)!==null&&s!==void 0?s:this.lang());return o=Object.assign({includeFallback:!1},o),!!(r&&r[e]||i&&i[e]||o.includeFallback&&Pt&&Pt[e])}term(e,...o){let{primary:s,secondary:r}=this.getTranslationData(this.lang()),i;if(s&&s[e])i=s[e];else if(r&&r[e])i=r[e];else if(Pt&&Pt[e])i=Pt[e];else return console.error(`No translation found for: ${String(e)}`),String(e);return typeof i=="function"?i(...o):i}date(e,o){return e=new Date(e),new Intl.DateTimeFormat(this.lang(),o).format(e)}number(e,o){return e=Number(e),isNaN(e)?"":new Intl.NumberFormat(this.lang(),o).format(e)}relativeTime(e,o,s){return new Intl.RelativeTimeFormat(this.lang(),s).format(e,o)}}});var ti,ei,Rt=h(()=>{xo();ti={$code:"en",$name:"English",$dir:"ltr",carousel:"Carousel",clearEntry:"Clear entry",close:"Close",copied:"Copied",copy:"Copy",currentValue:"Current value",error:"Error",goToSlide:(t,e)=>`Go to slide ${t} of ${e}`,hidePassword:"Hide password",loading:"Loading",nextSlide:"Next slide",numOptionsSelected:t=>t===0?"No options selected":t===1?"1 option selected":`${t} options selected`,previousSlide:"Previous slide",progress:"Progress",remove:"Remove",resize:"Resize",scrollToEnd:"Scroll to end",scrollToStart:"Scroll to start",selectAColorFromTheScreen:"Select a color from the screen",showPassword:"Show password",slideNum:t=>`Slide ${t}`,toggleColorFormat:"Toggle color format"};Ve(ti);ei=ti});var q,j=h(()=>{Rt();xo();xo();q=class extends _o{};Ve(ei)});var Kt,hs=h(()=>{Jo();Be();j();V();F();T();at();S();J();Kt=class extends E{constructor(){super(...arguments),this.localize=new q(this),this.variant="neutral",this.size="medium",this.pill=!1,this.removable=!1}handleRemoveClick(){this.emit("sl-remove")}render(){return v`
      <span
        part="base"
        class=${I({tag:!0,"tag--primary":this.variant==="primary","tag--success":this.variant==="success","tag--neutral":this.variant==="neutral","tag--warning":this.variant==="warning","tag--danger":this.variant==="danger","tag--text":this.variant==="text","tag--small":this.size==="small","tag--medium":this.size==="medium","tag--large":this.size==="large","tag--pill":this.pill,"tag--removable":this.removable})}
      >
        <slot part="content" class="tag__content"></slot>

        ${this.removable?v`
              <sl-icon-button
                part="remove-button"
                exportparts="base:remove-button__base"
                name="x-lg"
                library="system"
                label=${this.localize.term("remove")}
                class="tag__remove"
                @click=${this.handleRemoveClick}
                tabindex="-1"
              ></sl-icon-button>
            `:""}
      </span>
    `}};Kt.styles=[D,vr];Kt.dependencies={"sl-icon-button":Z};n([u({reflect:!0})],Kt.prototype,"variant",2);n([u({reflect:!0})],Kt.prototype,"size",2);n([u({type:Boolean,reflect:!0})],Kt.prototype,"pill",2);n([u({type:Boolean})],Kt.prototype,"removable",2)});var oi,ps=h(()=>{S();oi=$`
  :host {
    display: block;
  }

  /** The popup */
  .select {
    flex: 1 1 auto;
    display: inline-flex;
    width: 100%;
    position: relative;
    vertical-align: middle;
  }

  .select::part(popup) {
    z-index: var(--sl-z-index-dropdown);
  }

  .select[data-current-placement^='top']::part(popup) {
    transform-origin: bottom;
  }

  .select[data-current-placement^='bottom']::part(popup) {
    transform-origin: top;
  }

  /* Combobox */
  .select__combobox {
    flex: 1;
    display: flex;
    width: 100%;
    min-width: 0;
    position: relative;
    align-items: center;
    justify-content: start;
    font-family: var(--sl-input-font-family);
    font-weight: var(--sl-input-font-weight);
    letter-spacing: var(--sl-input-letter-spacing);
    vertical-align: middle;
    overflow: hidden;
    cursor: pointer;
    transition:
      var(--sl-transition-fast) color,
      var(--sl-transition-fast) border,
      var(--sl-transition-fast) box-shadow,
      var(--sl-transition-fast) background-color;
  }

  .select__display-input {
    position: relative;
    width: 100%;
    font: inherit;
    border: none;
    background: none;
    color: var(--sl-input-color);
    cursor: inherit;
    overflow: hidden;
    padding: 0;
    margin: 0;
    -webkit-appearance: none;
  }

  .select__display-input::placeholder {
    color: var(--sl-input-placeholder-color);
  }

  .select:not(.select--disabled):hover .select__display-input {
    color: var(--sl-input-color-hover);
  }

  .select__display-input:focus {
    outline: none;
  }

  /* Visually hide the display input when multiple is enabled */
  .select--multiple:not(.select--placeholder-visible) .select__display-input {
    position: absolute;
    z-index: -1;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
  }

  .select__value-input {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    padding: 0;
    margin: 0;
    opacity: 0;
    z-index: -1;
  }

  .select__tags {
    display: flex;
    flex: 1;
    align-items: center;
    flex-wrap: wrap;
    margin-inline-start: var(--sl-spacing-2x-small);
  }

  .select__tags::slotted(sl-tag) {
    cursor: pointer !important;
  }

  .select--disabled .select__tags,
  .select--disabled .select__tags::slotted(sl-tag) {
    cursor: not-allowed !important;
  }

  /* Standard selects */
  .select--standard .select__combobox {
    background-color: var(--sl-input-background-color);
    border: solid var(--sl-input-border-width) var(--sl-input-border-color);
  }

  .select--standard.select--disabled .select__combobox {
    background-color: var(--sl-input-background-color-disabled);
    border-color: var(--sl-input-border-color-disabled);
    color: var(--sl-input-color-disabled);
    opacity: 0.5;
    cursor: not-allowed;
    outline: none;
  }

  .select--standard:not(.select--disabled).select--open .select__combobox,
  .select--standard:not(.select--disabled).select--focused .select__combobox {
    background-color: var(--sl-input-background-color-focus);
    border-color: var(--sl-input-border-color-focus);
    box-shadow: 0 0 0 var(--sl-focus-ring-width) var(--sl-input-focus-ring-color);
  }

  /* Filled selects */
  .select--filled .select__combobox {
    border: none;
    background-color: var(--sl-input-filled-background-color);
    color: var(--sl-input-color);
  }

  .select--filled:hover:not(.select--disabled) .select__combobox {
    background-color: var(--sl-input-filled-background-color-hover);
  }

  .select--filled.select--disabled .select__combobox {
    background-color: var(--sl-input-filled-background-color-disabled);
    opacity: 0.5;
    cursor: not-allowed;
  }

  .select--filled:not(.select--disabled).select--open .select__combobox,
  .select--filled:not(.select--disabled).select--focused .select__combobox {
    background-color: var(--sl-input-filled-background-color-focus);
    outline: var(--sl-focus-ring);
  }

  /* Sizes */
  .select--small .select__combobox {
    border-radius: var(--sl-input-border-radius-small);
    font-size: var(--sl-input-font-size-small);
    min-height: var(--sl-input-height-small);
    padding-block: 0;
    padding-inline: var(--sl-input-spacing-small);
  }

  .select--small .select__clear {
    margin-inline-start: var(--sl-input-spacing-small);
  }

  .select--small .select__prefix::slotted(*) {
    margin-inline-end: var(--sl-input-spacing-small);
  }

  .select--small.select--multiple:not(.select--placeholder-visible) .select__prefix::slotted(*) {
    margin-inline-start: var(--sl-input-spacing-small);
  }

  .select--small.select--multiple:not(.select--placeholder-visible) .select__combobox {
    padding-block: 2px;
    padding-inline-start: 0;
  }

  .select--small .select__tags {
    gap: 2px;
  }

  .select--medium .select__combobox {
    border-radius: var(--sl-input-border-radius-medium);
    font-size: var(--sl-input-font-size-medium);
    min-height: var(--sl-input-height-medium);
    padding-block: 0;
    padding-inline: var(--sl-input-spacing-medium);
  }

  .select--medium .select__clear {
    margin-inline-start: var(--sl-input-spacing-medium);
  }

  .select--medium .select__prefix::slotted(*) {
    margin-inline-end: var(--sl-input-spacing-medium);
  }

  .select--medium.select--multiple:not(.select--placeholder-visible) .select__prefix::slotted(*) {
    margin-inline-start: var(--sl-input-spacing-medium);
  }

  .select--medium.select--multiple:not(.select--placeholder-visible) .select__combobox {
    padding-inline-start: 0;
    padding-block: 3px;
  }

  .select--medium .select__tags {
    gap: 3px;
  }

  .select--large .select__combobox {
    border-radius: var(--sl-input-border-radius-large);
    font-size: var(--sl-input-font-size-large);
    min-height: var(--sl-input-height-large);
    padding-block: 0;
    padding-inline: var(--sl-input-spacing-large);
  }

  .select--large .select__clear {
    margin-inline-start: var(--sl-input-spacing-large);
  }

  .select--large .select__prefix::slotted(*) {
    margin-inline-end: var(--sl-input-spacing-large);
  }

  .select--large.select--multiple:not(.select--placeholder-visible) .select__prefix::slotted(*) {
    margin-inline-start: var(--sl-input-spacing-large);
  }

  .select--large.select--multiple:not(.select--placeholder-visible) .select__combobox {
    padding-inline-start: 0;
    padding-block: 4px;
  }

  .select--large .select__tags {
    gap: 4px;
  }

  /* Pills */
  .select--pill.select--small .select__combobox {
    border-radius: var(--sl-input-height-small);
  }

  .select--pill.select--medium .select__combobox {
    border-radius: var(--sl-input-height-medium);
  }

  .select--pill.select--large .select__combobox {
    border-radius: var(--sl-input-height-large);
  }

  /* Prefix and Suffix */
  .select__prefix,
  .select__suffix {
    flex: 0;
    display: inline-flex;
    align-items: center;
    color: var(--sl-input-placeholder-color);
  }

  .select__suffix::slotted(*) {
    margin-inline-start: var(--sl-spacing-small);
  }

  /* Clear button */
  .select__clear {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    font-size: inherit;
    color: var(--sl-input-icon-color);
    border: none;
    background: none;
    padding: 0;
    transition: var(--sl-transition-fast) color;
    cursor: pointer;
  }

  .select__clear:hover {
    color: var(--sl-input-icon-color-hover);
  }

  .select__clear:focus {
    outline: none;
  }

  /* Expand icon */
  .select__expand-icon {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    transition: var(--sl-transition-medium) rotate ease;
    rotate: 0;
    margin-inline-start: var(--sl-spacing-small);
  }

  .select--open .select__expand-icon {
    rotate: -180deg;
  }

  /* Listbox */
  .select__listbox {
    display: block;
    position: relative;
    font-family: var(--sl-font-sans);
    font-size: var(--sl-font-size-medium);
    font-weight: var(--sl-font-weight-normal);
    box-shadow: var(--sl-shadow-large);
    background: var(--sl-panel-background-color);
    border: solid var(--sl-panel-border-width) var(--sl-panel-border-color);
    border-radius: var(--sl-border-radius-medium);
    padding-block: var(--sl-spacing-x-small);
    padding-inline: 0;
    overflow: auto;
    overscroll-behavior: none;

    /* Make sure it adheres to the popup's auto size */
    max-width: var(--auto-size-available-width);
    max-height: var(--auto-size-available-height);
  }

  .select__listbox ::slotted(sl-divider) {
    --spacing: var(--sl-spacing-x-small);
  }

  .select__listbox ::slotted(small) {
    display: block;
    font-size: var(--sl-font-size-small);
    font-weight: var(--sl-font-weight-semibold);
    color: var(--sl-color-neutral-500);
    padding-block: var(--sl-spacing-2x-small);
    padding-inline: var(--sl-spacing-x-large);
  }
`});function ln(t,e){return{top:Math.round(t.getBoundingClientRect().top-e.getBoundingClientRect().top),left:Math.round(t.getBoundingClientRect().left-e.getBoundingClientRect().left)}}function nn(){let t=document.documentElement.clientWidth;return Math.abs(window.innerWidth-t)}function an(){let t=Number(getComputedStyle(document.body).paddingRight.replace(/px/,""));return isNaN(t)||!t?0:t}function fs(t){if(ms.add(t),!document.documentElement.classList.contains("sl-scroll-lock")){let e=nn()+an(),o=getComputedStyle(document.documentElement).scrollbarGutter;(!o||o==="auto")&&(o="stable"),e<2&&(o=""),document.documentElement.style.setProperty("--sl-scroll-lock-gutter",o),document.documentElement.classList.add("sl-scroll-lock"),document.documentElement.style.setProperty("--sl-scroll-lock-size",`${e}px`)}}function gs(t){ms.delete(t),ms.size===0&&(document.documentElement.classList.remove("sl-scroll-lock"),document.documentElement.style.removeProperty("--sl-scroll-lock-size"))}function si(t,e,o="vertical",s="smooth"){let r=ln(t,e),i=r.top+e.scrollTop,l=r.left+e.scrollLeft,a=e.scrollLeft,c=e.scrollLeft+e.offsetWidth,d=e.scrollTop,m=e.scrollTop+e.offsetHeight;(o==="horizontal"||o==="both")&&(l<a?e.scrollTo({left:l,behavior:s}):l+t.clientWidth>c&&e.scrollTo({left:l-e.offsetWidth+t.clientWidth,behavior:s})),(o==="vertical"||o==="both")&&(i<d?e.scrollTo({top:i,behavior:s}):i+t.clientHeight>m&&e.scrollTo({top:i-e.offsetHeight+t.clientHeight,behavior:s}))}var ms,Fe=h(()=>{ms=new Set});var Ce,ne=h(()=>{S();Ce=$`
  .form-control .form-control__label {
    display: none;
  }

  .form-control .form-control__help-text {
    display: none;
  }

  /* Label */
  .form-control--has-label .form-control__label {
    display: inline-block;
    color: var(--sl-input-label-color);
    margin-bottom: var(--sl-spacing-3x-small);
  }

  .form-control--has-label.form-control--small .form-control__label {
    font-size: var(--sl-input-label-font-size-small);
  }

  .form-control--has-label.form-control--medium .form-control__label {
    font-size: var(--sl-input-label-font-size-medium);
  }

  .form-control--has-label.form-control--large .form-control__label {
    font-size: var(--sl-input-label-font-size-large);
  }

  :host([required]) .form-control--has-label .form-control__label::after {
    content: var(--sl-input-required-content);
    margin-inline-start: var(--sl-input-required-content-offset);
    color: var(--sl-input-required-content-color);
  }

  /* Help text */
  .form-control--has-help-text .form-control__help-text {
    display: block;
    color: var(--sl-input-help-text-color);
    margin-top: var(--sl-spacing-3x-small);
  }

  .form-control--has-help-text.form-control--small .form-control__help-text {
    font-size: var(--sl-input-help-text-font-size-small);
  }

  .form-control--has-help-text.form-control--medium .form-control__help-text {
    font-size: var(--sl-input-help-text-font-size-medium);
  }

  .form-control--has-help-text.form-control--large .form-control__help-text {
    font-size: var(--sl-input-help-text-font-size-large);
  }

  .form-control--has-help-text.form-control--radio-group .form-control__help-text {
    margin-top: var(--sl-spacing-2x-small);
  }
`});var ri,Ne=h(()=>{S();ri=$`
  :host {
    --arrow-color: var(--sl-color-neutral-1000);
    --arrow-size: 6px;

    /*
     * These properties are computed to account for the arrow's dimensions after being rotated 45º. The constant
     * 0.7071 is derived from sin(45), which is the diagonal size of the arrow's container after rotating.
     */
    --arrow-size-diagonal: calc(var(--arrow-size) * 0.7071);
    --arrow-padding-offset: calc(var(--arrow-size-diagonal) - var(--arrow-size));

    display: contents;
  }

  .popup {
    position: absolute;
    isolation: isolate;
    max-width: var(--auto-size-available-width, none);
    max-height: var(--auto-size-available-height, none);
  }

  .popup--fixed {
    position: fixed;
  }

  .popup:not(.popup--active) {
    display: none;
  }

  .popup__arrow {
    position: absolute;
    width: calc(var(--arrow-size-diagonal) * 2);
    height: calc(var(--arrow-size-diagonal) * 2);
    rotate: 45deg;
    background: var(--arrow-color);
    z-index: -1;
  }

  /* Hover bridge */
  .popup-hover-bridge:not(.popup-hover-bridge--visible) {
    display: none;
  }

  .popup-hover-bridge {
    position: fixed;
    z-index: calc(var(--sl-z-index-dropdown) - 1);
    top: 0;
    right: 0;
    bottom: 0;
    left: 0;
    clip-path: polygon(
      var(--hover-bridge-top-left-x, 0) var(--hover-bridge-top-left-y, 0),
      var(--hover-bridge-top-right-x, 0) var(--hover-bridge-top-right-y, 0),
      var(--hover-bridge-bottom-right-x, 0) var(--hover-bridge-bottom-right-y, 0),
      var(--hover-bridge-bottom-left-x, 0) var(--hover-bridge-bottom-left-y, 0)
    );
  }
`});function bs(t,e,o){return bt(t,$t(e,o))}function ae(t,e){return typeof t=="function"?t(e):t}function Xt(t){return t.split("-")[0]}function ce(t){return t.split("-")[1]}function vs(t){return t==="x"?"y":"x"}function ko(t){return t==="y"?"height":"width"}function At(t){let e=t[0];return e==="t"||e==="b"?"y":"x"}function $o(t){return vs(At(t))}function ni(t,e,o){o===void 0&&(o=!1);let s=ce(t),r=$o(t),i=ko(r),l=r==="x"?s===(o?"end":"start")?"right":"left":s==="start"?"bottom":"top";return e.reference[i]>e.floating[i]&&(l=He(l)),[l,He(l)]}function ai(t){let e=He(t);return[Co(t),e,Co(e)]}function Co(t){return t.includes("start")?t.replace("start","end"):t.replace("end","start")}function hn(t,e,o){switch(t){case"top":case"bottom":return o?e?li:ii:e?ii:li;case"left":case"right":return e?un:dn;default:return[]}}function ci(t,e,o,s){let r=ce(t),i=hn(Xt(t),o==="start",s);return r&&(i=i.map(l=>l+"-"+r),e&&(i=i.concat(i.map(Co)))),i}function He(t){let e=Xt(t);return cn[e]+t.slice(e.length)}function pn(t){var e,o,s,r;return{top:(e=t.top)!=null?e:0,right:(o=t.right)!=null?o:0,bottom:(s=t.bottom)!=null?s:0,left:(r=t.left)!=null?r:0}}function ys(t){return typeof t!="number"?pn(t):{top:t,right:t,bottom:t,left:t}}function ue(t){let{x:e,y:o,width:s,height:r}=t;return{width:s,height:r,top:o,left:e,right:e+s,bottom:o+r,x:e,y:o}}var $t,bt,Ue,qe,St,cn,ii,li,un,dn,So=h(()=>{$t=Math.min,bt=Math.max,Ue=Math.round,qe=Math.floor,St=t=>({x:t,y:t}),cn={left:"right",right:"left",bottom:"top",top:"bottom"};ii=["left","right"],li=["right","left"],un=["top","bottom"],dn=["bottom","top"]});function ui(t,e,o){let{reference:s,floating:r}=t,i=At(e),l=$o(e),a=ko(l),c=Xt(e),d=i==="y",m=s.x+s.width/2-r.width/2,p=s.y+s.height/2-r.height/2,g=s[a]/2-r[a]/2,f;switch(c){case"top":f={x:m,y:s.y-r.height};break;case"bottom":f={x:m,y:s.y+s.height};break;case"right":f={x:s.x+s.width,y:p};break;case"left":f={x:s.x-r.width,y:p};break;default:f={x:s.x,y:s.y}}let b=ce(e);return b&&(f[l]+=g*(b==="end"?1:-1)*(o&&d?-1:1)),f}async function di(t,e){var o;e===void 0&&(e={});let{x:s,y:r,platform:i,rects:l,elements:a,strategy:c}=t,{boundary:d="clippingAncestors",rootBoundary:m="viewport",elementContext:p="floating",altBoundary:g=!1,padding:f=0}=ae(e,t),b=ys(f),k=a[g?p==="floating"?"reference":"floating":p],x=ue(await i.getClippingRect({element:(o=await(i.isElement==null?void 0:i.isElement(k)))==null||o?k:k.contextElement||await(i.getDocumentElement==null?void 0:i.getDocumentElement(a.floating)),boundary:d,rootBoundary:m,strategy:c})),L=p==="floating"?{x:s,y:r,width:l.floating.width,height:l.floating.height}:l.reference,M=await(i.getOffsetParent==null?void 0:i.getOffsetParent(a.floating)),B=await(i.isElement==null?void 0:i.isElement(M))&&await(i.getScale==null?void 0:i.getScale(M))||{x:1,y:1},tt=ue(i.convertOffsetParentRelativeRectToViewportRelativeRect?await i.convertOffsetParentRelativeRectToViewportRelativeRect({elements:a,rect:L,offsetParent:M,strategy:c}):L);return{top:(x.top-tt.top+b.top)/B.y,bottom:(tt.bottom-x.bottom+b.bottom)/B.y,left:(x.left-tt.left+b.left)/B.x,right:(tt.right-x.right+b.right)/B.x}}async function gn(t,e){let{placement:o,platform:s,elements:r}=t,i=await(s.isRTL==null?void 0:s.isRTL(r.floating)),l=Xt(o),a=ce(o),c=At(o)==="y",d=fn.has(l)?-1:1,m=i&&c?-1:1,p=ae(e,t),{mainAxis:g,crossAxis:f,alignmentAxis:b}=typeof p=="number"?{mainAxis:p,crossAxis:0,alignmentAxis:null}:{mainAxis:p.mainAxis||0,crossAxis:p.crossAxis||0,alignmentAxis:p.alignmentAxis};return a&&typeof b=="number"&&(f=a==="end"?b*-1:b),c?{x:f*m,y:g*d}:{x:g*d,y:f*m}}var mn,hi,pi,mi,fn,fi,gi,bi,vi=h(()=>{So();So();mn=50,hi=async(t,e,o)=>{let{placement:s="bottom",strategy:r="absolute",middleware:i=[],platform:l}=o,a=l.detectOverflow?l:{...l,detectOverflow:di},c=await(l.isRTL==null?void 0:l.isRTL(e)),d=await l.getElementRects({reference:t,floating:e,strategy:r}),{x:m,y:p}=ui(d,s,c),g=s,f=0,b={};for(let _=0;_<i.length;_++){let k=i[_];if(!k)continue;let{name:x,fn:L}=k,{x:M,y:B,data:tt,reset:H}=await L({x:m,y:p,initialPlacement:s,placement:g,strategy:r,middlewareData:b,rects:d,platform:a,elements:{reference:t,floating:e}});m=M??m,p=B??p,b[x]={...b[x],...tt},H&&f<mn&&(f++,typeof H=="object"&&(H.placement&&(g=H.placement),H.rects&&(d=H.rects===!0?await l.getElementRects({reference:t,floating:e,strategy:r}):H.rects),{x:m,y:p}=ui(d,g,c)),_=-1)}return{x:m,y:p,placement:g,strategy:r,middlewareData:b}},pi=t=>({name:"arrow",options:t,async fn(e){let{x:o,y:s,placement:r,rects:i,platform:l,elements:a,middlewareData:c}=e,{element:d,padding:m=0}=ae(t,e)||{};if(d==null)return{};let p=ys(m),g={x:o,y:s},f=$o(r),b=ko(f),_=await l.getDimensions(d),k=f==="y",x=k?"top":"left",L=k?"bottom":"right",M=k?"clientHeight":"clientWidth",B=i.reference[b]+i.reference[f]-g[f]-i.floating[b],tt=g[f]-i.reference[f],H=await(l.getOffsetParent==null?void 0:l.getOffsetParent(d)),et=H?H[M]:0;(!et||!await(l.isElement==null?void 0:l.isElement(H)))&&(et=a.floating[M]||i.floating[b]);let pt=B/2-tt/2,xt=et/2-_[b]/2-1,Y=$t(p[x],xt),Ee=$t(p[L],xt),ze=et-_[b]-Ee,Ct=et/2-_[b]/2+pt,mt=bs(Y,Ct,ze),Zt=!c.arrow&&ce(r)!=null&&Ct!==mt&&i.reference[b]/2-(Ct<Y?Y:Ee)-_[b]/2<0,zt=Zt?Ct<Y?Ct-Y:Ct-ze:0;return{[f]:g[f]+zt,data:{[f]:mt,centerOffset:Ct-mt-zt,...Zt&&{alignmentOffset:zt}},reset:Zt}}}),mi=function(t){return t===void 0&&(t={}),{name:"flip",options:t,async fn(e){var o,s;let{placement:r,middlewareData:i,rects:l,initialPlacement:a,platform:c,elements:d}=e,{mainAxis:m=!0,crossAxis:p=!0,fallbackPlacements:g,fallbackStrategy:f="bestFit",fallbackAxisSideDirection:b="none",flipAlignment:_=!0,...k}=ae(t,e);if((o=i.arrow)!=null&&o.alignmentOffset)return{};let x=Xt(r),L=At(a),M=Xt(a)===a,B=await(c.isRTL==null?void 0:c.isRTL(d.floating)),tt=g||(M||!_?[He(a)]:ai(a)),H=b!=="none";!g&&H&&tt.push(...ci(a,_,b,B));let et=[a,...tt],pt=await c.detectOverflow(e,k),xt=[],Y=((s=i.flip)==null?void 0:s.overflows)||[];if(m&&xt.push(pt[x]),p){let mt=ni(r,l,B);xt.push(pt[mt[0]],pt[mt[1]])}if(Y=[...Y,{placement:r,overflows:xt}],!xt.every(mt=>mt<=0)){var Ee,ze;let mt=(((Ee=i.flip)==null?void 0:Ee.index)||0)+1,Zt=et[mt];if(Zt&&(!(p==="alignment"?L!==At(Zt):!1)||Y.every(ft=>At(ft.placement)===L?ft.overflows[0]>0:!0)))return{data:{index:mt,overflows:Y},reset:{placement:Zt}};let zt=(ze=Y.filter(Jt=>Jt.overflows[0]<=0).sort((Jt,ft)=>Jt.overflows[1]-ft.overflows[1])[0])==null?void 0:ze.placement;if(!zt)switch(f){case"bestFit":{var Ct;let Jt=(Ct=Y.filter(ft=>{if(H){let Bt=At(ft.placement);return Bt===L||Bt==="y"}return!0}).map(ft=>[ft.placement,ft.overflows.filter(Bt=>Bt>0).reduce((Bt,Pl)=>Bt+Pl,0)]).sort((ft,Bt)=>ft[1]-Bt[1])[0])==null?void 0:Ct[0];Jt&&(zt=Jt);break}case"initialPlacement":zt=a;break}if(r!==zt)return{reset:{placement:zt}}}return{}}}},fn=new Set(["left","top"]);fi=function(t){return t===void 0&&(t=0),{name:"offset",options:t,async fn(e){var o,s;let{x:r,y:i,placement:l,middlewareData:a}=e,c=await gn(e,t);return l===((o=a.offset)==null?void 0:o.placement)&&(s=a.arrow)!=null&&s.alignmentOffset?{}:{x:r+c.x,y:i+c.y,data:{...c,placement:l}}}}},gi=function(t){return t===void 0&&(t={}),{name:"shift",options:t,async fn(e){let{x:o,y:s,placement:r,platform:i}=e,{mainAxis:l=!0,crossAxis:a=!1,limiter:c={fn:L=>{let{x:M,y:B}=L;return{x:M,y:B}}},...d}=ae(t,e),m={x:o,y:s},p=await i.detectOverflow(e,d),g=At(r),f=vs(g),b=m[f],_=m[g],k=(L,M)=>bs(M+p[L==="y"?"top":"left"],M,M-p[L==="y"?"bottom":"right"]);l&&(b=k(f,b)),a&&(_=k(g,_));let x=c.fn({...e,[f]:b,[g]:_});return{...x,data:{x:x.x-o,y:x.y-s,enabled:{[f]:l,[g]:a}}}}}},bi=function(t){return t===void 0&&(t={}),{name:"size",options:t,async fn(e){let{placement:o,rects:s,platform:r,elements:i}=e,{apply:l=()=>{},...a}=ae(t,e),c=await r.detectOverflow(e,a),d=Xt(o),m=ce(o),p=At(o)==="y",{width:g,height:f}=s.floating,b,_;d==="top"||d==="bottom"?(b=d,_=m===(await(r.isRTL==null?void 0:r.isRTL(i.floating))?"start":"end")?"left":"right"):(_=d,b=m==="end"?"top":"bottom");let k=f-c.top-c.bottom,x=g-c.left-c.right,L=$t(f-c[b],k),M=$t(g-c[_],x),B=e.middlewareData.shift,tt=!B,H=L,et=M;B!=null&&B.enabled.x&&(et=x),B!=null&&B.enabled.y&&(H=k),tt&&!m&&(p?et=g-2*bt(c.left,c.right):H=f-2*bt(c.top,c.bottom)),await l({...e,availableWidth:et,availableHeight:H});let pt=await r.getDimensions(i.floating);return g!==pt.width||f!==pt.height?{reset:{rects:!0}}:{}}}}});function Ao(){return typeof window<"u"}function he(t){return wi(t)?(t.nodeName||"").toLowerCase():"#document"}function Q(t){var e;return(t==null||(e=t.ownerDocument)==null?void 0:e.defaultView)||window}function Et(t){var e;return(e=(wi(t)?t.ownerDocument:t.document)||window.document)==null?void 0:e.documentElement}function wi(t){return Ao()?t instanceof Node||t instanceof Q(t).Node:!1}function vt(t){return Ao()?t instanceof Element||t instanceof Q(t).Element:!1}function Dt(t){return Ao()?t instanceof HTMLElement||t instanceof Q(t).HTMLElement:!1}function yi(t){return!Ao()||typeof ShadowRoot>"u"?!1:t instanceof ShadowRoot||t instanceof Q(t).ShadowRoot}function We(t){let{overflow:e,overflowX:o,overflowY:s,display:r}=yt(t);return/auto|scroll|overlay|hidden|clip/.test(e+s+o)&&r!=="inline"&&r!=="contents"}function _i(t){return/^(table|td|th)$/.test(he(t))}function je(t){try{if(t.matches(":popover-open"))return!0}catch{}try{return t.matches(":modal")}catch{return!1}}function $e(t){let e=vt(t)?yt(t):t;return de(e.transform)||de(e.translate)||de(e.scale)||de(e.rotate)||de(e.perspective)||!Eo()&&(de(e.backdropFilter)||de(e.filter))||bn.test(e.willChange||"")||vn.test(e.contain||"")}function xi(t){let e=Yt(t);for(;Dt(e)&&!Se(e);){if($e(e))return e;if(je(e))return null;e=Yt(e)}return null}function Eo(){return ws==null&&(ws=typeof CSS<"u"&&CSS.supports&&CSS.supports("-webkit-backdrop-filter","none")),ws}function Se(t){return/^(html|body|#document)$/.test(he(t))}function yt(t){return Q(t).getComputedStyle(t)}function Ke(t){return vt(t)?{scrollLeft:t.scrollLeft,scrollTop:t.scrollTop}:{scrollLeft:t.scrollX,scrollTop:t.scrollY}}function Yt(t){if(he(t)==="html")return t;let e=t.assignedSlot||t.parentNode||yi(t)&&t.host||Et(t);return yi(e)?e.host:e}function Ci(t){let e=Yt(t);return Se(e)?(t.ownerDocument||t).body:Dt(e)&&We(e)?e:Ci(e)}function ke(t,e,o){var s;e===void 0&&(e=[]),o===void 0&&(o=!0);let r=Ci(t),i=r===((s=t.ownerDocument)==null?void 0:s.body),l=Q(r);if(i){let a=zo(l);return e.concat(l,l.visualViewport||[],We(r)?r:[],a&&o?ke(a):[])}else return e.concat(r,ke(r,[],o))}function zo(t){return t.parent&&Object.getPrototypeOf(t.parent)?t.frameElement:null}var bn,vn,de,ws,_s=h(()=>{bn=/transform|translate|scale|rotate|perspective|filter/,vn=/paint|layout|strict|content/,de=t=>!!t&&t!=="none"});function Si(t){let e=yt(t),o=parseFloat(e.width)||0,s=parseFloat(e.height)||0,r=Dt(t),i=r?t.offsetWidth:o,l=r?t.offsetHeight:s,a=Ue(o)!==i||Ue(s)!==l;return a&&(o=i,s=l),{width:o,height:s,$:a}}function Cs(t){return vt(t)?t:t.contextElement}function Ae(t){let e=Cs(t);if(!Dt(e))return St(1);let o=e.getBoundingClientRect(),{width:s,height:r,$:i}=Si(e),l=(i?Ue(o.width):o.width)/s,a=(i?Ue(o.height):o.height)/r;return(!l||!Number.isFinite(l))&&(l=1),(!a||!Number.isFinite(a))&&(a=1),{x:l,y:a}}function Ai(t){let e=Q(t);return!Eo()||!e.visualViewport?yn:{x:e.visualViewport.offsetLeft,y:e.visualViewport.offsetTop}}function wn(t,e,o){return e===void 0&&(e=!1),!!o&&e&&o===Q(t)}function pe(t,e,o,s){e===void 0&&(e=!1),o===void 0&&(o=!1);let r=t.getBoundingClientRect(),i=Cs(t),l=St(1);e&&(s?vt(s)&&(l=Ae(s)):l=Ae(t));let a=wn(i,o,s)?Ai(i):St(0),c=(r.left+a.x)/l.x,d=(r.top+a.y)/l.y,m=r.width/l.x,p=r.height/l.y;if(i&&s){let g=Q(i),f=vt(s)?Q(s):s,b=g,_=zo(b);for(;_&&f!==b;){let k=Ae(_),x=_.getBoundingClientRect(),L=yt(_),M=x.left+(_.clientLeft+parseFloat(L.paddingLeft))*k.x,B=x.top+(_.clientTop+parseFloat(L.paddingTop))*k.y;c*=k.x,d*=k.y,m*=k.x,p*=k.y,c+=M,d+=B,b=Q(_),_=zo(b)}}return ue({width:m,height:p,x:c,y:d})}function Oo(t,e){let o=Ke(t).scrollLeft;return e?e.left+o:pe(Et(t)).left+o}function Ei(t,e){let o=t.getBoundingClientRect(),s=o.left+e.scrollLeft-Oo(t,o),r=o.top+e.scrollTop;return{x:s,y:r}}function _n(t){let{elements:e,rect:o,offsetParent:s,strategy:r}=t,i=r==="fixed",l=Et(s),a=e?je(e.floating):!1;if(s===l||a&&i)return o;let c={scrollLeft:0,scrollTop:0},d=St(1),m=St(0),p=Dt(s);if((p||!i)&&((he(s)!=="body"||We(l))&&(c=Ke(s)),p)){let f=pe(s);d=Ae(s),m.x=f.x+s.clientLeft,m.y=f.y+s.clientTop}let g=l&&!p&&!i?Ei(l,c):St(0);return{width:o.width*d.x,height:o.height*d.y,x:o.x*d.x-c.scrollLeft*d.x+m.x+g.x,y:o.y*d.y-c.scrollTop*d.y+m.y+g.y}}function xn(t){return t.getClientRects?Array.from(t.getClientRects()):[]}function Cn(t){let e=Ke(t),o=t.ownerDocument.body,s=bt(t.scrollWidth,t.clientWidth,o.scrollWidth,o.clientWidth),r=bt(t.scrollHeight,t.clientHeight,o.scrollHeight,o.clientHeight),i=-e.scrollLeft+Oo(t),l=-e.scrollTop;return yt(o).direction==="rtl"&&(i+=bt(t.clientWidth,o.clientWidth)-s),{width:s,height:r,x:i,y:l}}function $n(t,e,o){o===void 0&&(o="viewport");let s=o==="layoutViewport",r=Q(t),i=Et(t),l=r.visualViewport,a=i.clientWidth,c=i.clientHeight,d=0,m=0;if(l){let g=!Eo()||e==="fixed";s?g||(d=-l.offsetLeft,m=-l.offsetTop):(a=l.width,c=l.height,g&&(d=l.offsetLeft,m=l.offsetTop))}if(Oo(i)<=0){let g=i.ownerDocument,f=g.body,b=getComputedStyle(f),_=g.compatMode==="CSS1Compat"&&parseFloat(b.marginLeft)+parseFloat(b.marginRight)||0,k=Math.abs(i.clientWidth-f.clientWidth-_),x=getComputedStyle(i).scrollbarGutter==="stable both-edges"?k/2:k;x<=kn&&(a-=x)}return{width:a,height:c,x:d,y:m}}function Sn(t,e){let o=pe(t,!0,e==="fixed"),s=o.top+t.clientTop,r=o.left+t.clientLeft,i=Ae(t),l=t.clientWidth*i.x,a=t.clientHeight*i.y,c=r*i.x,d=s*i.y;return{width:l,height:a,x:c,y:d}}function ki(t,e,o){let s;if(e==="viewport"||e==="layoutViewport")s=$n(t,o,e);else if(e==="document")s=Cn(Et(t));else if(vt(e))s=Sn(e,o);else{let r=Ai(t);s={x:e.x-r.x,y:e.y-r.y,width:e.width,height:e.height}}return ue(s)}function An(t,e){let o=e.get(t);if(o)return o;let s=ke(t,[],!1).filter(a=>vt(a)&&he(a)!=="body"),r=null,i=yt(t).position==="fixed",l=i?Yt(t):t;for(;vt(l)&&!Se(l);){let a=yt(l),c=$e(l),d=r?r.position:i?"fixed":"";!c&&(d==="fixed"||d==="absolute"&&a.position==="static")?s=s.filter(p=>p!==l):r=a,l=Yt(l)}return e.set(t,s),s}function En(t){let{element:e,boundary:o,rootBoundary:s,strategy:r}=t,l=[...o==="clippingAncestors"?je(e)?[]:An(e,this._c):[].concat(o),s],a=ki(e,l[0],r),c=a.top,d=a.right,m=a.bottom,p=a.left;for(let g=1;g<l.length;g++){let f=ki(e,l[g],r);c=bt(f.top,c),d=$t(f.right,d),m=$t(f.bottom,m),p=bt(f.left,p)}return{width:d-p,height:m-c,x:p,y:c}}function zn(t){let{width:e,height:o}=Si(t);return{width:e,height:o}}function On(t,e,o){let s=Dt(e),r=Et(e),i=o==="fixed",l=pe(t,!0,i,e),a={scrollLeft:0,scrollTop:0},c=St(0);if((s||!i)&&((he(e)!=="body"||We(r))&&(a=Ke(e)),s)){let g=pe(e,!0,i,e);c.x=g.x+e.clientLeft,c.y=g.y+e.clientTop}!s&&r&&(c.x=Oo(r));let d=r&&!s&&!i?Ei(r,a):St(0),m=l.left+a.scrollLeft-c.x-d.x,p=l.top+a.scrollTop-c.y-d.y;return{x:m,y:p,width:l.width,height:l.height}}function xs(t){return yt(t).position==="static"}function $i(t,e){if(!Dt(t)||yt(t).position==="fixed")return null;if(e)return e(t);let o=t.offsetParent;return Et(t)===o&&(o=o.ownerDocument.body),o}function zi(t,e){let o=Q(t);if(je(t))return o;if(!Dt(t)){let r=Yt(t);for(;r&&!Se(r);){if(vt(r)&&!xs(r))return r;r=Yt(r)}return o}let s=$i(t,e);for(;s&&_i(s)&&xs(s);)s=$i(s,e);return s&&Se(s)&&xs(s)&&!$e(s)?o:s||xi(t)||o}function Ln(t){return yt(t).direction==="rtl"}function Oi(t,e){return t.x===e.x&&t.y===e.y&&t.width===e.width&&t.height===e.height}function Pn(t,e,o){let s=null,r,i=Et(t);function l(){var m;clearTimeout(r),(m=s)==null||m.disconnect(),s=null}function a(m,p){m===void 0&&(m=!1),p===void 0&&(p=1),l();let g=t.getBoundingClientRect(),{left:f,top:b,width:_,height:k}=g;if(m||e(),!_||!k)return;let x=qe(b),L=qe(i.clientWidth-(f+_)),M=qe(i.clientHeight-(b+k)),B=qe(f),H={rootMargin:-x+"px "+-L+"px "+-M+"px "+-B+"px",threshold:bt(0,$t(1,p))||1},et=!0;function pt(xt){let Y=xt[0].intersectionRatio;if(!Oi(g,t.getBoundingClientRect()))return a();if(Y!==p){if(!et)return a();Y?a(!1,Y):r=setTimeout(()=>{a(!1,1e-7)},1e3)}et=!1}try{s=new IntersectionObserver(pt,{...H,root:i.ownerDocument})}catch{s=new IntersectionObserver(pt,H)}s.observe(t)}let c=Q(t),d=()=>a(o);return c.addEventListener("resize",d),a(!0),()=>{c.removeEventListener("resize",d),l()}}function Ti(t,e,o,s){s===void 0&&(s={});let{ancestorScroll:r=!0,ancestorResize:i=!0,elementResize:l=typeof ResizeObserver=="function",layoutShift:a=typeof IntersectionObserver=="function",animationFrame:c=!1}=s,d=Cs(t),m=r||i?[...d?ke(d):[],...e?ke(e):[]]:[];m.forEach(x=>{r&&x.addEventListener("scroll",o),i&&x.addEventListener("resize",o)});let p=d&&a?Pn(d,o,i):null,g=-1,f=null;l&&(f=new ResizeObserver(x=>{let[L]=x;L&&L.target===d&&f&&e&&(f.unobserve(e),cancelAnimationFrame(g),g=requestAnimationFrame(()=>{var M;(M=f)==null||M.observe(e)})),o()}),d&&!c&&f.observe(d),e&&f.observe(e));let b,_=c?pe(t):null;c&&k();function k(){let x=pe(t);_&&!Oi(_,x)&&o(),_=x,b=requestAnimationFrame(k)}return o(),()=>{var x;m.forEach(L=>{r&&L.removeEventListener("scroll",o),i&&L.removeEventListener("resize",o)}),p?.(),(x=f)==null||x.disconnect(),f=null,c&&cancelAnimationFrame(b)}}var yn,kn,Tn,Xe,Li,Pi,Ri,ks,Di,Mi,Ii=h(()=>{vi();So();_s();yn=St(0);kn=25;Tn=async function(t){let e=this.getOffsetParent||zi,o=this.getDimensions,s=await o(t.floating);return{reference:On(t.reference,await e(t.floating),t.strategy),floating:{x:0,y:0,width:s.width,height:s.height}}};Xe={convertOffsetParentRelativeRectToViewportRelativeRect:_n,getDocumentElement:Et,getClippingRect:En,getOffsetParent:zi,getElementRects:Tn,getClientRects:xn,getDimensions:zn,getScale:Ae,isElement:vt,isRTL:Ln};Li=fi,Pi=gi,Ri=mi,ks=bi,Di=pi,Mi=(t,e,o)=>{let s=new Map,r=o??{},i={...Xe,...r.platform,_c:s};return hi(t,e,{...r,platform:i})}});function Bi(t){return Rn(t)}function $s(t){return t.assignedSlot?t.assignedSlot:t.parentNode instanceof ShadowRoot?t.parentNode.host:t.parentNode}function Rn(t){for(let e=t;e;e=$s(e))if(e instanceof Element&&getComputedStyle(e).display==="none")return null;for(let e=$s(t);e;e=$s(e)){if(!(e instanceof Element))continue;let o=getComputedStyle(e);if(o.display!=="contents"&&(o.position!=="static"||$e(o)||e.tagName==="BODY"))return e}return null}var Vi=h(()=>{_s()});function Dn(t){return t!==null&&typeof t=="object"&&"getBoundingClientRect"in t&&("contextElement"in t?t.contextElement instanceof Element:!0)}var z,me=h(()=>{Ne();j();V();F();T();Ii();at();S();Vi();J();z=class extends E{constructor(){super(...arguments),this.localize=new q(this),this.active=!1,this.placement="top",this.strategy="absolute",this.distance=0,this.skidding=0,this.arrow=!1,this.arrowPlacement="anchor",this.arrowPadding=10,this.flip=!1,this.flipFallbackPlacements="",this.flipFallbackStrategy="best-fit",this.flipPadding=0,this.shift=!1,this.shiftPadding=0,this.autoSizePadding=0,this.hoverBridge=!1,this.updateHoverBridge=()=>{if(this.hoverBridge&&this.anchorEl){let t=this.anchorEl.getBoundingClientRect(),e=this.popup.getBoundingClientRect(),o=this.placement.includes("top")||this.placement.includes("bottom"),s=0,r=0,i=0,l=0,a=0,c=0,d=0,m=0;o?t.top<e.top?(s=t.left,r=t.bottom,i=t.right,l=t.bottom,a=e.left,c=e.top,d=e.right,m=e.top):(s=e.left,r=e.bottom,i=e.right,l=e.bottom,a=t.left,c=t.top,d=t.right,m=t.top):t.left<e.left?(s=t.right,r=t.top,i=e.left,l=e.top,a=t.right,c=t.bottom,d=e.left,m=e.bottom):(s=e.right,r=e.top,i=t.left,l=t.top,a=e.right,c=e.bottom,d=t.left,m=t.bottom),this.style.setProperty("--hover-bridge-top-left-x",`${s}px`),this.style.setProperty("--hover-bridge-top-left-y",`${r}px`),this.style.setProperty("--hover-bridge-top-right-x",`${i}px`),this.style.setProperty("--hover-bridge-top-right-y",`${l}px`),this.style.setProperty("--hover-bridge-bottom-left-x",`${a}px`),this.style.setProperty("--hover-bridge-bottom-left-y",`${c}px`),this.style.setProperty("--hover-bridge-bottom-right-x",`${d}px`),this.style.setProperty("--hover-bridge-bottom-right-y",`${m}px`)}}}async connectedCallback(){super.connectedCallback(),await this.updateComplete,this.start()}disconnectedCallback(){super.disconnectedCallback(),this.stop()}async updated(t){super.updated(t),t.has("active")&&(this.active?this.start():this.stop()),t.has("anchor")&&this.handleAnchorChange(),this.active&&(await this.updateComplete,this.reposition())}async handleAnchorChange(){if(await this.stop(),this.anchor&&typeof this.anchor=="string"){let t=this.getRootNode();this.anchorEl=t.getElementById(this.anchor)}else this.anchor instanceof Element||Dn(this.anchor)?this.anchorEl=this.anchor:this.anchorEl=this.querySelector('[slot="anchor"]');this.anchorEl instanceof HTMLSlotElement&&(this.anchorEl=this.anchorEl.assignedElements({flatten:!0})[0]),this.anchorEl&&this.active&&this.start()}start(){!this.anchorEl||!this.active||(this.cleanup=Ti(this.anchorEl,this.popup,()=>{this.reposition()}))}async stop(){return new Promise(t=>{this.cleanup?(this.cleanup(),this.cleanup=void 0,this.removeAttribute("data-current-placement"),this.style.removeProperty("--auto-size-available-width"),this.style.removeProperty("--auto-size-available-height"),requestAnimationFrame(()=>t())):t()})}reposition(){if(!this.active||!this.anchorEl)return;let t=[Li({mainAxis:this.distance,crossAxis:this.skidding})];this.sync?t.push(ks({apply:({rects:o})=>{let s=this.sync==="width"||this.sync==="both",r=this.sync==="height"||this.sync==="both";this.popup.style.width=s?`${o.reference.width}px`:"",this.popup.style.height=r?`${o.reference.height}px`:""}})):(this.popup.style.width="",this.popup.style.height=""),this.flip&&t.push(Ri({boundary:this.flipBoundary,fallbackPlacements:this.flipFallbackPlacements,fallbackStrategy:this.flipFallbackStrategy==="best-fit"?"bestFit":"initialPlacement",padding:this.flipPadding})),this.shift&&t.push(Pi({boundary:this.shiftBoundary,padding:this.shiftPadding})),this.autoSize?t.push(ks({boundary:this.autoSizeBoundary,padding:this.autoSizePadding,apply:({availableWidth:o,availableHeight:s})=>{this.autoSize==="vertical"||this.autoSize==="both"?this.style.setProperty("--auto-size-available-height",`${s}px`):this.style.removeProperty("--auto-size-available-height"),this.autoSize==="horizontal"||this.autoSize==="both"?this.style.setProperty("--auto-size-available-width",`${o}px`):this.style.removeProperty("--auto-size-available-width")}})):(this.style.removeProperty("--auto-size-available-width"),this.style.removeProperty("--auto-size-available-height")),this.arrow&&t.push(Di({element:this.arrowEl,padding:this.arrowPadding}));let e=this.strategy==="absolute"?o=>Xe.getOffsetParent(o,Bi):Xe.getOffsetParent;Mi(this.anchorEl,this.popup,{placement:this.placement,middleware:t,strategy:this.strategy,platform:jt(st({},Xe),{getOffsetParent:e})}).then(({x:o,y:s,middlewareData:r,placement:i})=>{let l=this.localize.dir()==="rtl",a={top:"bottom",right:"left",bottom:"top",left:"right"}[i.split("-")[0]];if(this.setAttribute("data-current-placement",i),Object.assign(this.popup.style,{left:`${o}px`,top:`${s}px`}),this.arrow){let c=r.arrow.x,d=r.arrow.y,m="",p="",g="",f="";if(this.arrowPlacement==="start"){let b=typeof c=="number"?`calc(${this.arrowPadding}px - var(--arrow-padding-offset))`:"";m=typeof d=="number"?`calc(${this.arrowPadding}px - var(--arrow-padding-offset))`:"",p=l?b:"",f=l?"":b}else if(this.arrowPlacement==="end"){let b=typeof c=="number"?`calc(${this.arrowPadding}px - var(--arrow-padding-offset))`:"";p=l?"":b,f=l?b:"",g=typeof d=="number"?`calc(${this.arrowPadding}px - var(--arrow-padding-offset))`:""}else this.arrowPlacement==="center"?(f=typeof c=="number"?"calc(50% - var(--arrow-size-diagonal))":"",m=typeof d=="number"?"calc(50% - var(--arrow-size-diagonal))":""):(f=typeof c=="number"?`${c}px`:"",m=typeof d=="number"?`${d}px`:"");Object.assign(this.arrowEl.style,{top:m,right:p,bottom:g,left:f,[a]:"calc(var(--arrow-size-diagonal) * -1)"})}}),requestAnimationFrame(()=>this.updateHoverBridge()),this.emit("sl-reposition")}render(){return v`
      <slot name="anchor" @slotchange=${this.handleAnchorChange}></slot>

      <span
        part="hover-bridge"
        class=${I({"popup-hover-bridge":!0,"popup-hover-bridge--visible":this.hoverBridge&&this.active})}
      ></span>

      <div
        part="popup"
        class=${I({popup:!0,"popup--active":this.active,"popup--fixed":this.strategy==="fixed","popup--has-arrow":this.arrow})}
      >
        <slot></slot>
        ${this.arrow?v`<div part="arrow" class="popup__arrow" role="presentation"></div>`:""}
      </div>
    `}};z.styles=[D,ri];n([A(".popup")],z.prototype,"popup",2);n([A(".popup__arrow")],z.prototype,"arrowEl",2);n([u()],z.prototype,"anchor",2);n([u({type:Boolean,reflect:!0})],z.prototype,"active",2);n([u({reflect:!0})],z.prototype,"placement",2);n([u({reflect:!0})],z.prototype,"strategy",2);n([u({type:Number})],z.prototype,"distance",2);n([u({type:Number})],z.prototype,"skidding",2);n([u({type:Boolean})],z.prototype,"arrow",2);n([u({attribute:"arrow-placement"})],z.prototype,"arrowPlacement",2);n([u({attribute:"arrow-padding",type:Number})],z.prototype,"arrowPadding",2);n([u({type:Boolean})],z.prototype,"flip",2);n([u({attribute:"flip-fallback-placements",converter:{fromAttribute:t=>t.split(" ").map(e=>e.trim()).filter(e=>e!==""),toAttribute:t=>t.join(" ")}})],z.prototype,"flipFallbackPlacements",2);n([u({attribute:"flip-fallback-strategy"})],z.prototype,"flipFallbackStrategy",2);n([u({type:Object})],z.prototype,"flipBoundary",2);n([u({attribute:"flip-padding",type:Number})],z.prototype,"flipPadding",2);n([u({type:Boolean})],z.prototype,"shift",2);n([u({type:Object})],z.prototype,"shiftBoundary",2);n([u({attribute:"shift-padding",type:Number})],z.prototype,"shiftPadding",2);n([u({attribute:"auto-size"})],z.prototype,"autoSize",2);n([u()],z.prototype,"sync",2);n([u({type:Object})],z.prototype,"autoSizeBoundary",2);n([u({attribute:"auto-size-padding",type:Number})],z.prototype,"autoSizePadding",2);n([u({attribute:"hover-bridge",type:Boolean})],z.prototype,"hoverBridge",2)});var Ye,Ge,Ze,Ss,To,Gt,Lo,Qu,td,Mt=h(()=>{T();Ye=new WeakMap,Ge=new WeakMap,Ze=new WeakMap,Ss=new WeakSet,To=new WeakMap,Gt=class{constructor(t,e){this.handleFormData=o=>{let s=this.options.disabled(this.host),r=this.options.name(this.host),i=this.options.value(this.host),l=this.host.tagName.toLowerCase()==="sl-button";this.host.isConnected&&!s&&!l&&typeof r=="string"&&r.length>0&&typeof i<"u"&&(Array.isArray(i)?i.forEach(a=>{o.formData.append(r,a.toString())}):o.formData.append(r,i.toString()))},this.handleFormSubmit=o=>{var s;let r=this.options.disabled(this.host),i=this.options.reportValidity;this.form&&!this.form.noValidate&&((s=Ye.get(this.form))==null||s.forEach(l=>{this.setUserInteracted(l,!0)})),this.form&&!this.form.noValidate&&!r&&!i(this.host)&&(o.preventDefault(),o.stopImmediatePropagation())},this.handleFormReset=()=>{this.options.setValue(this.host,this.options.defaultValue(this.host)),this.setUserInteracted(this.host,!1),To.set(this.host,[])},this.handleInteraction=o=>{let s=To.get(this.host);s.includes(o.type)||s.push(o.type),s.length===this.options.assumeInteractionOn.length&&this.setUserInteracted(this.host,!0)},this.checkFormValidity=()=>{if(this.form&&!this.form.noValidate){let o=this.form.querySelectorAll("*");for(let s of o)if(typeof s.checkValidity=="function"&&!s.checkValidity())return!1}return!0},this.reportFormValidity=()=>{if(this.form&&!this.form.noValidate){let o=this.form.querySelectorAll("*");for(let s of o)if(typeof s.reportValidity=="function"&&!s.reportValidity())return!1}return!0},(this.host=t).addController(this),this.options=st({form:o=>{let s=o.form;if(s){let i=o.getRootNode().querySelector(`#${s}`);if(i)return i}return o.closest("form")},name:o=>o.name,value:o=>o.value,defaultValue:o=>o.defaultValue,disabled:o=>{var s;return(s=o.disabled)!=null?s:!1},reportValidity:o=>typeof o.reportValidity=="function"?o.reportValidity():!0,checkValidity:o=>typeof o.checkValidity=="function"?o.checkValidity():!0,setValue:(o,s)=>o.value=s,assumeInteractionOn:["sl-input"]},e)}hostConnected(){let t=this.options.form(this.host);t&&this.attachForm(t),To.set(this.host,[]),this.options.assumeInteractionOn.forEach(e=>{this.host.addEventListener(e,this.handleInteraction)})}hostDisconnected(){this.detachForm(),To.delete(this.host),this.options.assumeInteractionOn.forEach(t=>{this.host.removeEventListener(t,this.handleInteraction)})}hostUpdated(){let t=this.options.form(this.host);t||this.detachForm(),t&&this.form!==t&&(this.detachForm(),this.attachForm(t)),this.host.hasUpdated&&this.setValidity(this.host.validity.valid)}attachForm(t){t?(this.form=t,Ye.has(this.form)?Ye.get(this.form).add(this.host):Ye.set(this.form,new Set([this.host])),this.form.addEventListener("formdata",this.handleFormData),this.form.addEventListener("submit",this.handleFormSubmit),this.form.addEventListener("reset",this.handleFormReset),Ge.has(this.form)||(Ge.set(this.form,this.form.reportValidity),this.form.reportValidity=()=>this.reportFormValidity()),Ze.has(this.form)||(Ze.set(this.form,this.form.checkValidity),this.form.checkValidity=()=>this.checkFormValidity())):this.form=void 0}detachForm(){if(!this.form)return;let t=Ye.get(this.form);t&&(t.delete(this.host),t.size<=0&&(this.form.removeEventListener("formdata",this.handleFormData),this.form.removeEventListener("submit",this.handleFormSubmit),this.form.removeEventListener("reset",this.handleFormReset),Ge.has(this.form)&&(this.form.reportValidity=Ge.get(this.form),Ge.delete(this.form)),Ze.has(this.form)&&(this.form.checkValidity=Ze.get(this.form),Ze.delete(this.form)),this.form=void 0))}setUserInteracted(t,e){e?Ss.add(t):Ss.delete(t),t.requestUpdate()}doAction(t,e){if(this.form){let o=document.createElement("button");o.type=t,o.style.position="absolute",o.style.width="0",o.style.height="0",o.style.clipPath="inset(50%)",o.style.overflow="hidden",o.style.whiteSpace="nowrap",e&&(o.name=e.name,o.value=e.value,["formaction","formenctype","formmethod","formnovalidate","formtarget"].forEach(s=>{e.hasAttribute(s)&&o.setAttribute(s,e.getAttribute(s))})),this.form.append(o),o.click(),o.remove()}}getForm(){var t;return(t=this.form)!=null?t:null}reset(t){this.doAction("reset",t)}submit(t){this.doAction("submit",t)}setValidity(t){let e=this.host,o=!!Ss.has(e),s=!!e.required;e.toggleAttribute("data-required",s),e.toggleAttribute("data-optional",!s),e.toggleAttribute("data-invalid",!t),e.toggleAttribute("data-valid",t),e.toggleAttribute("data-user-invalid",!t&&o),e.toggleAttribute("data-user-valid",t&&o)}updateValidity(){let t=this.host;this.setValidity(t.validity.valid)}emitInvalidEvent(t){let e=new CustomEvent("sl-invalid",{bubbles:!1,composed:!1,cancelable:!0,detail:{}});t||e.preventDefault(),this.host.dispatchEvent(e)||t?.preventDefault()}},Lo=Object.freeze({badInput:!1,customError:!1,patternMismatch:!1,rangeOverflow:!1,rangeUnderflow:!1,stepMismatch:!1,tooLong:!1,tooShort:!1,typeMismatch:!1,valid:!0,valueMissing:!1}),Qu=Object.freeze(jt(st({},Lo),{valid:!1,valueMissing:!0})),td=Object.freeze(jt(st({},Lo),{valid:!1,customError:!0}))});function In(t){return t??{keyframes:[],options:{duration:0}}}function Fi(t,e){return e.toLowerCase()==="rtl"?{keyframes:t.rtlKeyframes||t.keyframes,options:t.options}:t}function ct(t,e){Ni.set(t,In(e))}function ut(t,e,o){let s=Mn.get(t);if(s?.[e])return Fi(s[e],o.dir);let r=Ni.get(e);return r?Fi(r,o.dir):{keyframes:[],options:{duration:0}}}var Ni,Mn,fe=h(()=>{T();Ni=new Map,Mn=new WeakMap});function It(t,e){return new Promise(o=>{function s(r){r.target===t&&(t.removeEventListener(e,s),o())}t.addEventListener(e,s)})}var ge=h(()=>{});function dt(t,e,o){return new Promise(s=>{if(o?.duration===1/0)throw new Error("Promise-based animations must be finite.");let r=t.animate(e,jt(st({},o),{duration:Bn()?0:o.duration}));r.addEventListener("cancel",s,{once:!0}),r.addEventListener("finish",s,{once:!0})})}function Bn(){return window.matchMedia("(prefers-reduced-motion: reduce)").matches}function wt(t){return Promise.all(t.getAnimations().map(e=>new Promise(o=>{e.cancel(),requestAnimationFrame(o)})))}var be=h(()=>{T()});function Hi(t){if(!t)return"";let e=t.assignedNodes({flatten:!0}),o="";return[...e].forEach(s=>{s.nodeType===Node.TEXT_NODE&&(o+=s.textContent)}),o}var ht,lt=h(()=>{ht=class{constructor(t,...e){this.slotNames=[],this.handleSlotChange=o=>{let s=o.target;(this.slotNames.includes("[default]")&&!s.name||s.name&&this.slotNames.includes(s.name))&&this.host.requestUpdate()},(this.host=t).addController(this),this.slotNames=e}hasDefaultSlot(){return[...this.host.childNodes].some(t=>{if(t.nodeType===t.TEXT_NODE&&t.textContent.trim()!=="")return!0;if(t.nodeType===t.ELEMENT_NODE){let e=t;if(e.tagName.toLowerCase()==="sl-visually-hidden")return!1;if(!e.hasAttribute("slot"))return!0}return!1})}hasNamedSlot(t){return this.host.querySelector(`:scope > [slot="${t}"]`)!==null}test(t){return t==="[default]"?this.hasDefaultSlot():this.hasNamedSlot(t)}hostConnected(){this.host.shadowRoot.addEventListener("slotchange",this.handleSlotChange)}hostDisconnected(){this.host.shadowRoot.removeEventListener("slotchange",this.handleSlotChange)}}});var Je,Ui,qi=h(()=>{gt();ie();Je=class extends kt{constructor(e){if(super(e),this.it=P,e.type!==it.CHILD)throw Error(this.constructor.directiveName+"() can only be used in child bindings")}render(e){if(e===P||e==null)return this._t=void 0,this.it=e;if(e===G)return e;if(typeof e!="string")throw Error(this.constructor.directiveName+"() called with a non-string value");if(e===this.it)return this._t;this.it=e;let o=[e];return o.raw=o,this._t={_$litType$:this.constructor.resultType,strings:o,values:[]}}};Je.directiveName="unsafeHTML",Je.resultType=1;Ui=Lt(Je)});var Wi=h(()=>{qi()});var C,As=h(()=>{hs();ps();Fe();ne();me();Mt();fe();ge();be();lt();j();rt();W();V();F();T();at();S();J();Wi();C=class extends E{constructor(){super(...arguments),this.formControlController=new Gt(this,{assumeInteractionOn:["sl-blur","sl-input"]}),this.hasSlotController=new ht(this,"help-text","label"),this.localize=new q(this),this.typeToSelectString="",this.hasFocus=!1,this.displayLabel="",this.selectedOptions=[],this.valueHasChanged=!1,this.name="",this._value="",this.defaultValue="",this.size="medium",this.placeholder="",this.multiple=!1,this.maxOptionsVisible=3,this.disabled=!1,this.clearable=!1,this.open=!1,this.hoist=!1,this.filled=!1,this.pill=!1,this.label="",this.placement="bottom",this.helpText="",this.form="",this.required=!1,this.getTag=t=>v`
      <sl-tag
        part="tag"
        exportparts="
              base:tag__base,
              content:tag__content,
              remove-button:tag__remove-button,
              remove-button__base:tag__remove-button__base
            "
        ?pill=${this.pill}
        size=${this.size}
        removable
        @sl-remove=${e=>this.handleTagRemove(e,t)}
      >
        ${t.getTextLabel()}
      </sl-tag>
    `,this.handleDocumentFocusIn=t=>{let e=t.composedPath();this&&!e.includes(this)&&this.hide()},this.handleDocumentKeyDown=t=>{let e=t.target,o=e.closest(".select__clear")!==null,s=e.closest("sl-icon-button")!==null;if(!(o||s)){if(t.key==="Escape"&&this.open&&!this.closeWatcher&&(t.preventDefault(),t.stopPropagation(),this.hide(),this.displayInput.focus({preventScroll:!0})),t.key==="Enter"||t.key===" "&&this.typeToSelectString===""){if(t.preventDefault(),t.stopImmediatePropagation(),!this.open){this.show();return}this.currentOption&&!this.currentOption.disabled&&(this.valueHasChanged=!0,this.multiple?this.toggleOptionSelection(this.currentOption):this.setSelectedOptions(this.currentOption),this.updateComplete.then(()=>{this.emit("sl-input"),this.emit("sl-change")}),this.multiple||(this.hide(),this.displayInput.focus({preventScroll:!0})));return}if(["ArrowUp","ArrowDown","Home","End"].includes(t.key)){let r=this.getAllOptions(),i=r.indexOf(this.currentOption),l=Math.max(0,i);if(t.preventDefault(),!this.open&&(this.show(),this.currentOption))return;t.key==="ArrowDown"?(l=i+1,l>r.length-1&&(l=0)):t.key==="ArrowUp"?(l=i-1,l<0&&(l=r.length-1)):t.key==="Home"?l=0:t.key==="End"&&(l=r.length-1),this.setCurrentOption(r[l])}if(t.key&&t.key.length===1||t.key==="Backspace"){let r=this.getAllOptions();if(t.metaKey||t.ctrlKey||t.altKey)return;if(!this.open){if(t.key==="Backspace")return;this.show()}t.stopPropagation(),t.preventDefault(),clearTimeout(this.typeToSelectTimeout),this.typeToSelectTimeout=window.setTimeout(()=>this.typeToSelectString="",1e3),t.key==="Backspace"?this.typeToSelectString=this.typeToSelectString.slice(0,-1):this.typeToSelectString+=t.key.toLowerCase();for(let i of r)if(i.getTextLabel().toLowerCase().startsWith(this.typeToSelectString)){this.setCurrentOption(i);break}}}},this.handleDocumentMouseDown=t=>{let e=t.composedPath();this&&!e.includes(this)&&this.hide()}}get value(){return this._value}set value(t){this.multiple?t=Array.isArray(t)?t:t.split(" "):t=Array.isArray(t)?t.join(" "):t,this._value!==t&&(this.valueHasChanged=!0,this._value=t)}get validity(){return this.valueInput.validity}get validationMessage(){return this.valueInput.validationMessage}connectedCallback(){super.connectedCallback(),setTimeout(()=>{this.handleDefaultSlotChange()}),this.open=!1}addOpenListeners(){var t;document.addEventListener("focusin",this.handleDocumentFocusIn),document.addEventListener("keydown",this.handleDocumentKeyDown),document.addEventListener("mousedown",this.handleDocumentMouseDown),this.getRootNode()!==document&&this.getRootNode().addEventListener("focusin",this.handleDocumentFocusIn),"CloseWatcher"in window&&((t=this.closeWatcher)==null||t.destroy(),this.closeWatcher=new CloseWatcher,this.closeWatcher.onclose=()=>{this.open&&(this.hide(),this.displayInput.focus({preventScroll:!0}))})}removeOpenListeners(){var t;document.removeEventListener("focusin",this.handleDocumentFocusIn),document.removeEventListener("keydown",this.handleDocumentKeyDown),document.removeEventListener("mousedown",this.handleDocumentMouseDown),this.getRootNode()!==document&&this.getRootNode().removeEventListener("focusin",this.handleDocumentFocusIn),(t=this.closeWatcher)==null||t.destroy()}handleFocus(){this.hasFocus=!0,this.displayInput.setSelectionRange(0,0),this.emit("sl-focus")}handleBlur(){this.hasFocus=!1,this.emit("sl-blur")}handleLabelClick(){this.displayInput.focus()}handleComboboxMouseDown(t){let o=t.composedPath().some(s=>s instanceof Element&&s.tagName.toLowerCase()==="sl-icon-button");this.disabled||o||(t.preventDefault(),this.displayInput.focus({preventScroll:!0}),this.open=!this.open)}handleComboboxKeyDown(t){t.key!=="Tab"&&(t.stopPropagation(),this.handleDocumentKeyDown(t))}handleClearClick(t){t.stopPropagation(),this.valueHasChanged=!0,this.value!==""&&(this.setSelectedOptions([]),this.displayInput.focus({preventScroll:!0}),this.updateComplete.then(()=>{this.emit("sl-clear"),this.emit("sl-input"),this.emit("sl-change")}))}handleClearMouseDown(t){t.stopPropagation(),t.preventDefault()}handleOptionClick(t){let o=t.target.closest("sl-option"),s=this.value;o&&!o.disabled&&(this.valueHasChanged=!0,this.multiple?this.toggleOptionSelection(o):this.setSelectedOptions(o),this.updateComplete.then(()=>this.displayInput.focus({preventScroll:!0})),this.value!==s&&this.updateComplete.then(()=>{this.emit("sl-input"),this.emit("sl-change")}),this.multiple||(this.hide(),this.displayInput.focus({preventScroll:!0})))}handleDefaultSlotChange(){customElements.get("sl-option")||customElements.whenDefined("sl-option").then(()=>this.handleDefaultSlotChange());let t=this.getAllOptions(),e=this.valueHasChanged?this.value:this.defaultValue,o=Array.isArray(e)?e:[e],s=[];t.forEach(r=>s.push(r.value)),this.setSelectedOptions(t.filter(r=>o.includes(r.value)))}handleTagRemove(t,e){t.stopPropagation(),this.valueHasChanged=!0,this.disabled||(this.toggleOptionSelection(e,!1),this.updateComplete.then(()=>{this.emit("sl-input"),this.emit("sl-change")}))}getAllOptions(){return[...this.querySelectorAll("sl-option")]}getFirstOption(){return this.querySelector("sl-option")}setCurrentOption(t){this.getAllOptions().forEach(o=>{o.current=!1,o.tabIndex=-1}),t&&(this.currentOption=t,t.current=!0,t.tabIndex=0,t.focus())}setSelectedOptions(t){let e=this.getAllOptions(),o=Array.isArray(t)?t:[t];e.forEach(s=>s.selected=!1),o.length&&o.forEach(s=>s.selected=!0),this.selectionChanged()}toggleOptionSelection(t,e){e===!0||e===!1?t.selected=e:t.selected=!t.selected,this.selectionChanged()}selectionChanged(){var t,e,o;let s=this.getAllOptions();this.selectedOptions=s.filter(i=>i.selected);let r=this.valueHasChanged;if(this.multiple)this.value=this.selectedOptions.map(i=>i.value),this.placeholder&&this.value.length===0?this.displayLabel="":this.displayLabel=this.localize.term("numOptionsSelected",this.selectedOptions.length);else{let i=this.selectedOptions[0];this.value=(t=i?.value)!=null?t:"",this.displayLabel=(o=(e=i?.getTextLabel)==null?void 0:e.call(i))!=null?o:""}this.valueHasChanged=r,this.updateComplete.then(()=>{this.formControlController.updateValidity()})}get tags(){return this.selectedOptions.map((t,e)=>{if(e<this.maxOptionsVisible||this.maxOptionsVisible<=0){let o=this.getTag(t,e);return v`<div @sl-remove=${s=>this.handleTagRemove(s,t)}>
          ${typeof o=="string"?Ui(o):o}
        </div>`}else if(e===this.maxOptionsVisible)return v`<sl-tag size=${this.size}>+${this.selectedOptions.length-e}</sl-tag>`;return v``})}handleInvalid(t){this.formControlController.setValidity(!1),this.formControlController.emitInvalidEvent(t)}handleDisabledChange(){this.disabled&&(this.open=!1,this.handleOpenChange())}attributeChangedCallback(t,e,o){if(super.attributeChangedCallback(t,e,o),t==="value"){let s=this.valueHasChanged;this.value=this.defaultValue,this.valueHasChanged=s}}handleValueChange(){if(!this.valueHasChanged){let o=this.valueHasChanged;this.value=this.defaultValue,this.valueHasChanged=o}let t=this.getAllOptions(),e=Array.isArray(this.value)?this.value:[this.value];this.setSelectedOptions(t.filter(o=>e.includes(o.value)))}async handleOpenChange(){if(this.open&&!this.disabled){this.setCurrentOption(this.selectedOptions[0]||this.getFirstOption()),this.emit("sl-show"),this.addOpenListeners(),await wt(this),this.listbox.hidden=!1,this.popup.active=!0,requestAnimationFrame(()=>{this.setCurrentOption(this.currentOption)});let{keyframes:t,options:e}=ut(this,"select.show",{dir:this.localize.dir()});await dt(this.popup.popup,t,e),this.currentOption&&si(this.currentOption,this.listbox,"vertical","auto"),this.emit("sl-after-show")}else{this.emit("sl-hide"),this.removeOpenListeners(),await wt(this);let{keyframes:t,options:e}=ut(this,"select.hide",{dir:this.localize.dir()});await dt(this.popup.popup,t,e),this.listbox.hidden=!0,this.popup.active=!1,this.emit("sl-after-hide")}}async show(){if(this.open||this.disabled){this.open=!1;return}return this.open=!0,It(this,"sl-after-show")}async hide(){if(!this.open||this.disabled){this.open=!1;return}return this.open=!1,It(this,"sl-after-hide")}checkValidity(){return this.valueInput.checkValidity()}getForm(){return this.formControlController.getForm()}reportValidity(){return this.valueInput.reportValidity()}setCustomValidity(t){this.valueInput.setCustomValidity(t),this.formControlController.updateValidity()}focus(t){this.displayInput.focus(t)}blur(){this.displayInput.blur()}render(){let t=this.hasSlotController.test("label"),e=this.hasSlotController.test("help-text"),o=this.label?!0:!!t,s=this.helpText?!0:!!e,r=this.clearable&&!this.disabled&&this.value.length>0,i=this.placeholder&&this.value&&this.value.length<=0;return v`
      <div
        part="form-control"
        class=${I({"form-control":!0,"form-control--small":this.size==="small","form-control--medium":this.size==="medium","form-control--large":this.size==="large","form-control--has-label":o,"form-control--has-help-text":s})}
      >
        <label
          id="label"
          part="form-control-label"
          class="form-control__label"
          aria-hidden=${o?"false":"true"}
          @click=${this.handleLabelClick}
        >
          <slot name="label">${this.label}</slot>
        </label>

        <div part="form-control-input" class="form-control-input">
          <sl-popup
            class=${I({select:!0,"select--standard":!0,"select--filled":this.filled,"select--pill":this.pill,"select--open":this.open,"select--disabled":this.disabled,"select--multiple":this.multiple,"select--focused":this.hasFocus,"select--placeholder-visible":i,"select--top":this.placement==="top","select--bottom":this.placement==="bottom","select--small":this.size==="small","select--medium":this.size==="medium","select--large":this.size==="large"})}
            placement=${this.placement}
            strategy=${this.hoist?"fixed":"absolute"}
            flip
            shift
            sync="width"
            auto-size="vertical"
            auto-size-padding="10"
          >
            <div
              part="combobox"
              class="select__combobox"
              slot="anchor"
              @keydown=${this.handleComboboxKeyDown}
              @mousedown=${this.handleComboboxMouseDown}
            >
              <slot part="prefix" name="prefix" class="select__prefix"></slot>

              <input
                part="display-input"
                class="select__display-input"
                type="text"
                placeholder=${this.placeholder}
                .disabled=${this.disabled}
                .value=${this.displayLabel}
                autocomplete="off"
                spellcheck="false"
                autocapitalize="off"
                readonly
                aria-controls="listbox"
                aria-expanded=${this.open?"true":"false"}
                aria-haspopup="listbox"
                aria-labelledby="label"
                aria-disabled=${this.disabled?"true":"false"}
                aria-describedby="help-text"
                role="combobox"
                tabindex="0"
                @focus=${this.handleFocus}
                @blur=${this.handleBlur}
              />

              ${this.multiple?v`<div part="tags" class="select__tags">${this.tags}</div>`:""}

              <input
                class="select__value-input"
                type="text"
                ?disabled=${this.disabled}
                ?required=${this.required}
                .value=${Array.isArray(this.value)?this.value.join(", "):this.value}
                tabindex="-1"
                aria-hidden="true"
                @focus=${()=>this.focus()}
                @invalid=${this.handleInvalid}
              />

              ${r?v`
                    <button
                      part="clear-button"
                      class="select__clear"
                      type="button"
                      aria-label=${this.localize.term("clearEntry")}
                      @mousedown=${this.handleClearMouseDown}
                      @click=${this.handleClearClick}
                      tabindex="-1"
                    >
                      <slot name="clear-icon">
                        <sl-icon name="x-circle-fill" library="system"></sl-icon>
                      </slot>
                    </button>
                  `:""}

              <slot name="suffix" part="suffix" class="select__suffix"></slot>

              <slot name="expand-icon" part="expand-icon" class="select__expand-icon">
                <sl-icon library="system" name="chevron-down"></sl-icon>
              </slot>
            </div>

            <div
              id="listbox"
              role="listbox"
              aria-expanded=${this.open?"true":"false"}
              aria-multiselectable=${this.multiple?"true":"false"}
              aria-labelledby="label"
              part="listbox"
              class="select__listbox"
              tabindex="-1"
              @mouseup=${this.handleOptionClick}
              @slotchange=${this.handleDefaultSlotChange}
            >
              <slot></slot>
            </div>
          </sl-popup>
        </div>

        <div
          part="form-control-help-text"
          id="help-text"
          class="form-control__help-text"
          aria-hidden=${s?"false":"true"}
        >
          <slot name="help-text">${this.helpText}</slot>
        </div>
      </div>
    `}};C.styles=[D,Ce,oi];C.dependencies={"sl-icon":U,"sl-popup":z,"sl-tag":Kt};n([A(".select")],C.prototype,"popup",2);n([A(".select__combobox")],C.prototype,"combobox",2);n([A(".select__display-input")],C.prototype,"displayInput",2);n([A(".select__value-input")],C.prototype,"valueInput",2);n([A(".select__listbox")],C.prototype,"listbox",2);n([N()],C.prototype,"hasFocus",2);n([N()],C.prototype,"displayLabel",2);n([N()],C.prototype,"currentOption",2);n([N()],C.prototype,"selectedOptions",2);n([N()],C.prototype,"valueHasChanged",2);n([u()],C.prototype,"name",2);n([N()],C.prototype,"value",1);n([u({attribute:"value"})],C.prototype,"defaultValue",2);n([u({reflect:!0})],C.prototype,"size",2);n([u()],C.prototype,"placeholder",2);n([u({type:Boolean,reflect:!0})],C.prototype,"multiple",2);n([u({attribute:"max-options-visible",type:Number})],C.prototype,"maxOptionsVisible",2);n([u({type:Boolean,reflect:!0})],C.prototype,"disabled",2);n([u({type:Boolean})],C.prototype,"clearable",2);n([u({type:Boolean,reflect:!0})],C.prototype,"open",2);n([u({type:Boolean})],C.prototype,"hoist",2);n([u({type:Boolean,reflect:!0})],C.prototype,"filled",2);n([u({type:Boolean,reflect:!0})],C.prototype,"pill",2);n([u()],C.prototype,"label",2);n([u({reflect:!0})],C.prototype,"placement",2);n([u({attribute:"help-text"})],C.prototype,"helpText",2);n([u({reflect:!0})],C.prototype,"form",2);n([u({type:Boolean,reflect:!0})],C.prototype,"required",2);n([u()],C.prototype,"getTag",2);n([R("disabled",{waitUntilFirstUpdate:!0})],C.prototype,"handleDisabledChange",1);n([R(["defaultValue","value"],{waitUntilFirstUpdate:!0})],C.prototype,"handleValueChange",1);n([R("open",{waitUntilFirstUpdate:!0})],C.prototype,"handleOpenChange",1);ct("select.show",{keyframes:[{opacity:0,scale:.9},{opacity:1,scale:1}],options:{duration:100,easing:"ease"}});ct("select.hide",{keyframes:[{opacity:1,scale:1},{opacity:0,scale:.9}],options:{duration:100,easing:"ease"}})});var ji=h(()=>{As();C.define("sl-select")});var Ki=h(()=>{ji();As();hs();Jo();ps();Fe();ne();me();Ne();Mt();Be();go();fe();ge();be();lt();j();Rt();rt();qt();Ht();Ut();Wt();Nt();W();V();F();T()});var Xi,Es=h(()=>{S();Xi=$`
  :host {
    display: block;
    user-select: none;
    -webkit-user-select: none;
  }

  :host(:focus) {
    outline: none;
  }

  .option {
    position: relative;
    display: flex;
    align-items: center;
    font-family: var(--sl-font-sans);
    font-size: var(--sl-font-size-medium);
    font-weight: var(--sl-font-weight-normal);
    line-height: var(--sl-line-height-normal);
    letter-spacing: var(--sl-letter-spacing-normal);
    color: var(--sl-color-neutral-700);
    padding: var(--sl-spacing-x-small) var(--sl-spacing-medium) var(--sl-spacing-x-small) var(--sl-spacing-x-small);
    transition: var(--sl-transition-fast) fill;
    cursor: pointer;
  }

  .option--hover:not(.option--current):not(.option--disabled) {
    background-color: var(--sl-color-neutral-100);
    color: var(--sl-color-neutral-1000);
  }

  .option--current,
  .option--current.option--disabled {
    background-color: var(--sl-color-primary-600);
    color: var(--sl-color-neutral-0);
    opacity: 1;
  }

  .option--disabled {
    outline: none;
    opacity: 0.5;
    cursor: not-allowed;
  }

  .option__label {
    flex: 1 1 auto;
    display: inline-block;
    line-height: var(--sl-line-height-dense);
  }

  .option .option__check {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    justify-content: center;
    visibility: hidden;
    padding-inline-end: var(--sl-spacing-2x-small);
  }

  .option--selected .option__check {
    visibility: visible;
  }

  .option__prefix,
  .option__suffix {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
  }

  .option__prefix::slotted(*) {
    margin-inline-end: var(--sl-spacing-x-small);
  }

  .option__suffix::slotted(*) {
    margin-inline-start: var(--sl-spacing-x-small);
  }

  @media (forced-colors: active) {
    :host(:hover:not([aria-disabled='true'])) .option {
      outline: dashed 1px SelectedItem;
      outline-offset: -1px;
    }
  }
`});var nt,zs=h(()=>{Es();j();rt();W();V();F();T();at();S();J();nt=class extends E{constructor(){super(...arguments),this.localize=new q(this),this.isInitialized=!1,this.current=!1,this.selected=!1,this.hasHover=!1,this.value="",this.disabled=!1}connectedCallback(){super.connectedCallback(),this.setAttribute("role","option"),this.setAttribute("aria-selected","false")}handleDefaultSlotChange(){this.isInitialized?customElements.whenDefined("sl-select").then(()=>{let t=this.closest("sl-select");t&&t.handleDefaultSlotChange()}):this.isInitialized=!0}handleMouseEnter(){this.hasHover=!0}handleMouseLeave(){this.hasHover=!1}handleDisabledChange(){this.setAttribute("aria-disabled",this.disabled?"true":"false")}handleSelectedChange(){this.setAttribute("aria-selected",this.selected?"true":"false")}handleValueChange(){typeof this.value!="string"&&(this.value=String(this.value)),this.value.includes(" ")&&(console.error("Option values cannot include a space. All spaces have been replaced with underscores.",this),this.value=this.value.replace(/ /g,"_"))}getTextLabel(){let t=this.childNodes,e="";return[...t].forEach(o=>{o.nodeType===Node.ELEMENT_NODE&&(o.hasAttribute("slot")||(e+=o.textContent)),o.nodeType===Node.TEXT_NODE&&(e+=o.textContent)}),e.trim()}render(){return v`
      <div
        part="base"
        class=${I({option:!0,"option--current":this.current,"option--disabled":this.disabled,"option--selected":this.selected,"option--hover":this.hasHover})}
        @mouseenter=${this.handleMouseEnter}
        @mouseleave=${this.handleMouseLeave}
      >
        <sl-icon part="checked-icon" class="option__check" name="check" library="system" aria-hidden="true"></sl-icon>
        <slot part="prefix" name="prefix" class="option__prefix"></slot>
        <slot part="label" class="option__label" @slotchange=${this.handleDefaultSlotChange}></slot>
        <slot part="suffix" name="suffix" class="option__suffix"></slot>
      </div>
    `}};nt.styles=[D,Xi];nt.dependencies={"sl-icon":U};n([A(".option__label")],nt.prototype,"defaultSlot",2);n([N()],nt.prototype,"current",2);n([N()],nt.prototype,"selected",2);n([N()],nt.prototype,"hasHover",2);n([u({reflect:!0})],nt.prototype,"value",2);n([u({type:Boolean,reflect:!0})],nt.prototype,"disabled",2);n([R("disabled")],nt.prototype,"handleDisabledChange",1);n([R("selected")],nt.prototype,"handleSelectedChange",1);n([R("value")],nt.prototype,"handleValueChange",1)});var Yi=h(()=>{zs();nt.define("sl-option")});var Gi=h(()=>{Yi();zs();Es();j();Rt();rt();qt();Ht();Ut();Wt();Nt();W();V();F();T()});var Zi,Os=h(()=>{S();Zi=$`
  :host {
    display: inline-block;
  }

  :host([size='small']) {
    --height: var(--sl-toggle-size-small);
    --thumb-size: calc(var(--sl-toggle-size-small) + 4px);
    --width: calc(var(--height) * 2);

    font-size: var(--sl-input-font-size-small);
  }

  :host([size='medium']) {
    --height: var(--sl-toggle-size-medium);
    --thumb-size: calc(var(--sl-toggle-size-medium) + 4px);
    --width: calc(var(--height) * 2);

    font-size: var(--sl-input-font-size-medium);
  }

  :host([size='large']) {
    --height: var(--sl-toggle-size-large);
    --thumb-size: calc(var(--sl-toggle-size-large) + 4px);
    --width: calc(var(--height) * 2);

    font-size: var(--sl-input-font-size-large);
  }

  .switch {
    position: relative;
    display: inline-flex;
    align-items: center;
    font-family: var(--sl-input-font-family);
    font-size: inherit;
    font-weight: var(--sl-input-font-weight);
    color: var(--sl-input-label-color);
    vertical-align: middle;
    cursor: pointer;
  }

  .switch__control {
    flex: 0 0 auto;
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    width: var(--width);
    height: var(--height);
    background-color: var(--sl-color-neutral-400);
    border: solid var(--sl-input-border-width) var(--sl-color-neutral-400);
    border-radius: var(--height);
    transition:
      var(--sl-transition-fast) border-color,
      var(--sl-transition-fast) background-color;
  }

  .switch__control .switch__thumb {
    width: var(--thumb-size);
    height: var(--thumb-size);
    background-color: var(--sl-color-neutral-0);
    border-radius: 50%;
    border: solid var(--sl-input-border-width) var(--sl-color-neutral-400);
    translate: calc((var(--width) - var(--height)) / -2);
    transition:
      var(--sl-transition-fast) translate ease,
      var(--sl-transition-fast) background-color,
      var(--sl-transition-fast) border-color,
      var(--sl-transition-fast) box-shadow;
  }

  .switch__input {
    position: absolute;
    opacity: 0;
    padding: 0;
    margin: 0;
    pointer-events: none;
  }

  /* Hover */
  .switch:not(.switch--checked):not(.switch--disabled) .switch__control:hover {
    background-color: var(--sl-color-neutral-400);
    border-color: var(--sl-color-neutral-400);
  }

  .switch:not(.switch--checked):not(.switch--disabled) .switch__control:hover .switch__thumb {
    background-color: var(--sl-color-neutral-0);
    border-color: var(--sl-color-neutral-400);
  }

  /* Focus */
  .switch:not(.switch--checked):not(.switch--disabled) .switch__input:focus-visible ~ .switch__control {
    background-color: var(--sl-color-neutral-400);
    border-color: var(--sl-color-neutral-400);
  }

  .switch:not(.switch--checked):not(.switch--disabled) .switch__input:focus-visible ~ .switch__control .switch__thumb {
    background-color: var(--sl-color-neutral-0);
    border-color: var(--sl-color-primary-600);
    outline: var(--sl-focus-ring);
    outline-offset: var(--sl-focus-ring-offset);
  }

  /* Checked */
  .switch--checked .switch__control {
    background-color: var(--sl-color-primary-600);
    border-color: var(--sl-color-primary-600);
  }

  .switch--checked .switch__control .switch__thumb {
    background-color: var(--sl-color-neutral-0);
    border-color: var(--sl-color-primary-600);
    translate: calc((var(--width) - var(--height)) / 2);
  }

  /* Checked + hover */
  .switch.switch--checked:not(.switch--disabled) .switch__control:hover {
    background-color: var(--sl-color-primary-600);
    border-color: var(--sl-color-primary-600);
  }

  .switch.switch--checked:not(.switch--disabled) .switch__control:hover .switch__thumb {
    background-color: var(--sl-color-neutral-0);
    border-color: var(--sl-color-primary-600);
  }

  /* Checked + focus */
  .switch.switch--checked:not(.switch--disabled) .switch__input:focus-visible ~ .switch__control {
    background-color: var(--sl-color-primary-600);
    border-color: var(--sl-color-primary-600);
  }

  .switch.switch--checked:not(.switch--disabled) .switch__input:focus-visible ~ .switch__control .switch__thumb {
    background-color: var(--sl-color-neutral-0);
    border-color: var(--sl-color-primary-600);
    outline: var(--sl-focus-ring);
    outline-offset: var(--sl-focus-ring-offset);
  }

  /* Disabled */
  .switch--disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  .switch__label {
    display: inline-block;
    line-height: var(--height);
    margin-inline-start: 0.5em;
    user-select: none;
    -webkit-user-select: none;
  }

  :host([required]) .switch__label::after {
    content: var(--sl-input-required-content);
    color: var(--sl-input-required-content-color);
    margin-inline-start: var(--sl-input-required-content-offset);
  }

  @media (forced-colors: active) {
    .switch.switch--checked:not(.switch--disabled) .switch__control:hover .switch__thumb,
    .switch--checked .switch__control .switch__thumb {
      background-color: ButtonText;
    }
  }
`});var Po,Qe=h(()=>{S();Po=(t="value")=>(e,o)=>{let s=e.constructor,r=s.prototype.attributeChangedCallback;s.prototype.attributeChangedCallback=function(i,l,a){var c;let d=s.getPropertyOptions(t),m=typeof d.attribute=="string"?d.attribute:t;if(i===m){let p=d.converter||Vt,f=(typeof p=="function"?p:(c=p?.fromAttribute)!=null?c:Vt.fromAttribute)(a,d.type);this[t]!==f&&(this[o]=f)}r.call(this,i,l,a)}}});var Ro,Ji=h(()=>{gt();ie();yo();Ro=Lt(class extends kt{constructor(t){if(super(t),t.type!==it.PROPERTY&&t.type!==it.ATTRIBUTE&&t.type!==it.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!vo(t))throw Error("`live` bindings can only contain a single expression")}render(t){return t}update(t,[e]){if(e===G||e===P)return e;let o=t.element,s=t.name;if(t.type===it.PROPERTY){if(e===o[s])return G}else if(t.type===it.BOOLEAN_ATTRIBUTE){if(!!e===o.hasAttribute(s))return G}else if(t.type===it.ATTRIBUTE&&o.getAttribute(s)===e+"")return G;return Wr(t),e}})});var Ts=h(()=>{Ji()});var K,Ls=h(()=>{Os();Qe();ne();Mt();lt();W();V();F();T();at();S();le();Ts();J();K=class extends E{constructor(){super(...arguments),this.formControlController=new Gt(this,{value:t=>t.checked?t.value||"on":void 0,defaultValue:t=>t.defaultChecked,setValue:(t,e)=>t.checked=e}),this.hasSlotController=new ht(this,"help-text"),this.hasFocus=!1,this.title="",this.name="",this.size="medium",this.disabled=!1,this.checked=!1,this.defaultChecked=!1,this.form="",this.required=!1,this.helpText=""}get validity(){return this.input.validity}get validationMessage(){return this.input.validationMessage}firstUpdated(){this.formControlController.updateValidity()}handleBlur(){this.hasFocus=!1,this.emit("sl-blur")}handleInput(){this.emit("sl-input")}handleInvalid(t){this.formControlController.setValidity(!1),this.formControlController.emitInvalidEvent(t)}handleClick(){this.checked=!this.checked,this.emit("sl-change")}handleFocus(){this.hasFocus=!0,this.emit("sl-focus")}handleKeyDown(t){t.key==="ArrowLeft"&&(t.preventDefault(),this.checked=!1,this.emit("sl-change"),this.emit("sl-input")),t.key==="ArrowRight"&&(t.preventDefault(),this.checked=!0,this.emit("sl-change"),this.emit("sl-input"))}handleCheckedChange(){this.input.checked=this.checked,this.formControlController.updateValidity()}handleDisabledChange(){this.formControlController.setValidity(!0)}click(){this.input.click()}focus(t){this.input.focus(t)}blur(){this.input.blur()}checkValidity(){return this.input.checkValidity()}getForm(){return this.formControlController.getForm()}reportValidity(){return this.input.reportValidity()}setCustomValidity(t){this.input.setCustomValidity(t),this.formControlController.updateValidity()}render(){let t=this.hasSlotController.test("help-text"),e=this.helpText?!0:!!t;return v`
      <div
        class=${I({"form-control":!0,"form-control--small":this.size==="small","form-control--medium":this.size==="medium","form-control--large":this.size==="large","form-control--has-help-text":e})}
      >
        <label
          part="base"
          class=${I({switch:!0,"switch--checked":this.checked,"switch--disabled":this.disabled,"switch--focused":this.hasFocus,"switch--small":this.size==="small","switch--medium":this.size==="medium","switch--large":this.size==="large"})}
        >
          <input
            class="switch__input"
            type="checkbox"
            title=${this.title}
            name=${this.name}
            value=${y(this.value)}
            .checked=${Ro(this.checked)}
            .disabled=${this.disabled}
            .required=${this.required}
            role="switch"
            aria-checked=${this.checked?"true":"false"}
            aria-describedby="help-text"
            @click=${this.handleClick}
            @input=${this.handleInput}
            @invalid=${this.handleInvalid}
            @blur=${this.handleBlur}
            @focus=${this.handleFocus}
            @keydown=${this.handleKeyDown}
          />

          <span part="control" class="switch__control">
            <span part="thumb" class="switch__thumb"></span>
          </span>

          <div part="label" class="switch__label">
            <slot></slot>
          </div>
        </label>

        <div
          aria-hidden=${e?"false":"true"}
          class="form-control__help-text"
          id="help-text"
          part="form-control-help-text"
        >
          <slot name="help-text">${this.helpText}</slot>
        </div>
      </div>
    `}};K.styles=[D,Ce,Zi];n([A('input[type="checkbox"]')],K.prototype,"input",2);n([N()],K.prototype,"hasFocus",2);n([u()],K.prototype,"title",2);n([u()],K.prototype,"name",2);n([u()],K.prototype,"value",2);n([u({reflect:!0})],K.prototype,"size",2);n([u({type:Boolean,reflect:!0})],K.prototype,"disabled",2);n([u({type:Boolean,reflect:!0})],K.prototype,"checked",2);n([Po("checked")],K.prototype,"defaultChecked",2);n([u({reflect:!0})],K.prototype,"form",2);n([u({type:Boolean,reflect:!0})],K.prototype,"required",2);n([u({attribute:"help-text"})],K.prototype,"helpText",2);n([R("checked",{waitUntilFirstUpdate:!0})],K.prototype,"handleCheckedChange",1);n([R("disabled",{waitUntilFirstUpdate:!0})],K.prototype,"handleDisabledChange",1)});var Qi=h(()=>{Ls();K.define("sl-switch")});var tl=h(()=>{Qi();Ls();Os();Qe();ne();Mt();lt();W();V();F();T()});var el,Ps=h(()=>{S();el=$`
  :host {
    display: block;
  }

  .input {
    flex: 1 1 auto;
    display: inline-flex;
    align-items: stretch;
    justify-content: start;
    position: relative;
    width: 100%;
    font-family: var(--sl-input-font-family);
    font-weight: var(--sl-input-font-weight);
    letter-spacing: var(--sl-input-letter-spacing);
    vertical-align: middle;
    overflow: hidden;
    cursor: text;
    transition:
      var(--sl-transition-fast) color,
      var(--sl-transition-fast) border,
      var(--sl-transition-fast) box-shadow,
      var(--sl-transition-fast) background-color;
  }

  /* Standard inputs */
  .input--standard {
    background-color: var(--sl-input-background-color);
    border: solid var(--sl-input-border-width) var(--sl-input-border-color);
  }

  .input--standard:hover:not(.input--disabled) {
    background-color: var(--sl-input-background-color-hover);
    border-color: var(--sl-input-border-color-hover);
  }

  .input--standard.input--focused:not(.input--disabled) {
    background-color: var(--sl-input-background-color-focus);
    border-color: var(--sl-input-border-color-focus);
    box-shadow: 0 0 0 var(--sl-focus-ring-width) var(--sl-input-focus-ring-color);
  }

  .input--standard.input--focused:not(.input--disabled) .input__control {
    color: var(--sl-input-color-focus);
  }

  .input--standard.input--disabled {
    background-color: var(--sl-input-background-color-disabled);
    border-color: var(--sl-input-border-color-disabled);
    opacity: 0.5;
    cursor: not-allowed;
  }

  .input--standard.input--disabled .input__control {
    color: var(--sl-input-color-disabled);
  }

  .input--standard.input--disabled .input__control::placeholder {
    color: var(--sl-input-placeholder-color-disabled);
  }

  /* Filled inputs */
  .input--filled {
    border: none;
    background-color: var(--sl-input-filled-background-color);
    color: var(--sl-input-color);
  }

  .input--filled:hover:not(.input--disabled) {
    background-color: var(--sl-input-filled-background-color-hover);
  }

  .input--filled.input--focused:not(.input--disabled) {
    background-color: var(--sl-input-filled-background-color-focus);
    outline: var(--sl-focus-ring);
    outline-offset: var(--sl-focus-ring-offset);
  }

  .input--filled.input--disabled {
    background-color: var(--sl-input-filled-background-color-disabled);
    opacity: 0.5;
    cursor: not-allowed;
  }

  .input__control {
    flex: 1 1 auto;
    font-family: inherit;
    font-size: inherit;
    font-weight: inherit;
    min-width: 0;
    height: 100%;
    color: var(--sl-input-color);
    border: none;
    background: inherit;
    box-shadow: none;
    padding: 0;
    margin: 0;
    cursor: inherit;
    -webkit-appearance: none;
  }

  .input__control::-webkit-search-decoration,
  .input__control::-webkit-search-cancel-button,
  .input__control::-webkit-search-results-button,
  .input__control::-webkit-search-results-decoration {
    -webkit-appearance: none;
  }

  .input__control:-webkit-autofill,
  .input__control:-webkit-autofill:hover,
  .input__control:-webkit-autofill:focus,
  .input__control:-webkit-autofill:active {
    box-shadow: 0 0 0 var(--sl-input-height-large) var(--sl-input-background-color-hover) inset !important;
    -webkit-text-fill-color: var(--sl-color-primary-500);
    caret-color: var(--sl-input-color);
  }

  .input--filled .input__control:-webkit-autofill,
  .input--filled .input__control:-webkit-autofill:hover,
  .input--filled .input__control:-webkit-autofill:focus,
  .input--filled .input__control:-webkit-autofill:active {
    box-shadow: 0 0 0 var(--sl-input-height-large) var(--sl-input-filled-background-color) inset !important;
  }

  .input__control::placeholder {
    color: var(--sl-input-placeholder-color);
    user-select: none;
    -webkit-user-select: none;
  }

  .input:hover:not(.input--disabled) .input__control {
    color: var(--sl-input-color-hover);
  }

  .input__control:focus {
    outline: none;
  }

  .input__prefix,
  .input__suffix {
    display: inline-flex;
    flex: 0 0 auto;
    align-items: center;
    cursor: default;
  }

  .input__prefix ::slotted(sl-icon),
  .input__suffix ::slotted(sl-icon) {
    color: var(--sl-input-icon-color);
  }

  /*
   * Size modifiers
   */

  .input--small {
    border-radius: var(--sl-input-border-radius-small);
    font-size: var(--sl-input-font-size-small);
    height: var(--sl-input-height-small);
  }

  .input--small .input__control {
    height: calc(var(--sl-input-height-small) - var(--sl-input-border-width) * 2);
    padding: 0 var(--sl-input-spacing-small);
  }

  .input--small .input__clear,
  .input--small .input__password-toggle {
    width: calc(1em + var(--sl-input-spacing-small) * 2);
  }

  .input--small .input__prefix ::slotted(*) {
    margin-inline-start: var(--sl-input-spacing-small);
  }

  .input--small .input__suffix ::slotted(*) {
    margin-inline-end: var(--sl-input-spacing-small);
  }

  .input--medium {
    border-radius: var(--sl-input-border-radius-medium);
    font-size: var(--sl-input-font-size-medium);
    height: var(--sl-input-height-medium);
  }

  .input--medium .input__control {
    height: calc(var(--sl-input-height-medium) - var(--sl-input-border-width) * 2);
    padding: 0 var(--sl-input-spacing-medium);
  }

  .input--medium .input__clear,
  .input--medium .input__password-toggle {
    width: calc(1em + var(--sl-input-spacing-medium) * 2);
  }

  .input--medium .input__prefix ::slotted(*) {
    margin-inline-start: var(--sl-input-spacing-medium);
  }

  .input--medium .input__suffix ::slotted(*) {
    margin-inline-end: var(--sl-input-spacing-medium);
  }

  .input--large {
    border-radius: var(--sl-input-border-radius-large);
    font-size: var(--sl-input-font-size-large);
    height: var(--sl-input-height-large);
  }

  .input--large .input__control {
    height: calc(var(--sl-input-height-large) - var(--sl-input-border-width) * 2);
    padding: 0 var(--sl-input-spacing-large);
  }

  .input--large .input__clear,
  .input--large .input__password-toggle {
    width: calc(1em + var(--sl-input-spacing-large) * 2);
  }

  .input--large .input__prefix ::slotted(*) {
    margin-inline-start: var(--sl-input-spacing-large);
  }

  .input--large .input__suffix ::slotted(*) {
    margin-inline-end: var(--sl-input-spacing-large);
  }

  /*
   * Pill modifier
   */

  .input--pill.input--small {
    border-radius: var(--sl-input-height-small);
  }

  .input--pill.input--medium {
    border-radius: var(--sl-input-height-medium);
  }

  .input--pill.input--large {
    border-radius: var(--sl-input-height-large);
  }

  /*
   * Clearable + Password Toggle
   */

  .input__clear,
  .input__password-toggle {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    font-size: inherit;
    color: var(--sl-input-icon-color);
    border: none;
    background: none;
    padding: 0;
    transition: var(--sl-transition-fast) color;
    cursor: pointer;
  }

  .input__clear:hover,
  .input__password-toggle:hover {
    color: var(--sl-input-icon-color-hover);
  }

  .input__clear:focus,
  .input__password-toggle:focus {
    outline: none;
  }

  /* Don't show the browser's password toggle in Edge */
  ::-ms-reveal {
    display: none;
  }

  /* Hide the built-in number spinner */
  .input--no-spin-buttons input[type='number']::-webkit-outer-spin-button,
  .input--no-spin-buttons input[type='number']::-webkit-inner-spin-button {
    -webkit-appearance: none;
    display: none;
  }

  .input--no-spin-buttons input[type='number'] {
    -moz-appearance: textfield;
  }
`});var w,Rs=h(()=>{Ps();Qe();ne();Mt();lt();j();rt();W();V();F();T();at();S();le();Ts();J();w=class extends E{constructor(){super(...arguments),this.formControlController=new Gt(this,{assumeInteractionOn:["sl-blur","sl-input"]}),this.hasSlotController=new ht(this,"help-text","label"),this.localize=new q(this),this.hasFocus=!1,this.title="",this.__numberInput=Object.assign(document.createElement("input"),{type:"number"}),this.__dateInput=Object.assign(document.createElement("input"),{type:"date"}),this.type="text",this.name="",this.value="",this.defaultValue="",this.size="medium",this.filled=!1,this.pill=!1,this.label="",this.helpText="",this.clearable=!1,this.disabled=!1,this.placeholder="",this.readonly=!1,this.passwordToggle=!1,this.passwordVisible=!1,this.noSpinButtons=!1,this.form="",this.required=!1,this.spellcheck=!0}get valueAsDate(){var t;return this.__dateInput.type=this.type,this.__dateInput.value=this.value,((t=this.input)==null?void 0:t.valueAsDate)||this.__dateInput.valueAsDate}set valueAsDate(t){this.__dateInput.type=this.type,this.__dateInput.valueAsDate=t,this.value=this.__dateInput.value}get valueAsNumber(){var t;return this.__numberInput.value=this.value,((t=this.input)==null?void 0:t.valueAsNumber)||this.__numberInput.valueAsNumber}set valueAsNumber(t){this.__numberInput.valueAsNumber=t,this.value=this.__numberInput.value}get validity(){return this.input.validity}get validationMessage(){return this.input.validationMessage}firstUpdated(){this.formControlController.updateValidity()}handleBlur(){this.hasFocus=!1,this.emit("sl-blur")}handleChange(){this.value=this.input.value,this.emit("sl-change")}handleClearClick(t){t.preventDefault(),this.value!==""&&(this.value="",this.emit("sl-clear"),this.emit("sl-input"),this.emit("sl-change")),this.input.focus()}handleFocus(){this.hasFocus=!0,this.emit("sl-focus")}handleInput(){this.value=this.input.value,this.formControlController.updateValidity(),this.emit("sl-input")}handleInvalid(t){this.formControlController.setValidity(!1),this.formControlController.emitInvalidEvent(t)}handleKeyDown(t){let e=t.metaKey||t.ctrlKey||t.shiftKey||t.altKey;t.key==="Enter"&&!e&&setTimeout(()=>{!t.defaultPrevented&&!t.isComposing&&this.formControlController.submit()})}handlePasswordToggle(){this.passwordVisible=!this.passwordVisible}handleDisabledChange(){this.formControlController.setValidity(this.disabled)}handleStepChange(){this.input.step=String(this.step),this.formControlController.updateValidity()}async handleValueChange(){await this.updateComplete,this.formControlController.updateValidity()}focus(t){this.input.focus(t)}blur(){this.input.blur()}select(){this.input.select()}setSelectionRange(t,e,o="none"){this.input.setSelectionRange(t,e,o)}setRangeText(t,e,o,s="preserve"){let r=e??this.input.selectionStart,i=o??this.input.selectionEnd;this.input.setRangeText(t,r,i,s),this.value!==this.input.value&&(this.value=this.input.value)}showPicker(){"showPicker"in HTMLInputElement.prototype&&this.input.showPicker()}stepUp(){this.input.stepUp(),this.value!==this.input.value&&(this.value=this.input.value)}stepDown(){this.input.stepDown(),this.value!==this.input.value&&(this.value=this.input.value)}checkValidity(){return this.input.checkValidity()}getForm(){return this.formControlController.getForm()}reportValidity(){return this.input.reportValidity()}setCustomValidity(t){this.input.setCustomValidity(t),this.formControlController.updateValidity()}render(){let t=this.hasSlotController.test("label"),e=this.hasSlotController.test("help-text"),o=this.label?!0:!!t,s=this.helpText?!0:!!e,i=this.clearable&&!this.disabled&&!this.readonly&&(typeof this.value=="number"||this.value.length>0);return v`
      <div
        part="form-control"
        class=${I({"form-control":!0,"form-control--small":this.size==="small","form-control--medium":this.size==="medium","form-control--large":this.size==="large","form-control--has-label":o,"form-control--has-help-text":s})}
      >
        <label
          part="form-control-label"
          class="form-control__label"
          for="input"
          aria-hidden=${o?"false":"true"}
        >
          <slot name="label">${this.label}</slot>
        </label>

        <div part="form-control-input" class="form-control-input">
          <div
            part="base"
            class=${I({input:!0,"input--small":this.size==="small","input--medium":this.size==="medium","input--large":this.size==="large","input--pill":this.pill,"input--standard":!this.filled,"input--filled":this.filled,"input--disabled":this.disabled,"input--focused":this.hasFocus,"input--empty":!this.value,"input--no-spin-buttons":this.noSpinButtons})}
          >
            <span part="prefix" class="input__prefix">
              <slot name="prefix"></slot>
            </span>

            <input
              part="input"
              id="input"
              class="input__control"
              type=${this.type==="password"&&this.passwordVisible?"text":this.type}
              title=${this.title}
              name=${y(this.name)}
              ?disabled=${this.disabled}
              ?readonly=${this.readonly}
              ?required=${this.required}
              placeholder=${y(this.placeholder)}
              minlength=${y(this.minlength)}
              maxlength=${y(this.maxlength)}
              min=${y(this.min)}
              max=${y(this.max)}
              step=${y(this.step)}
              .value=${Ro(this.value)}
              autocapitalize=${y(this.autocapitalize)}
              autocomplete=${y(this.autocomplete)}
              autocorrect=${y(this.autocorrect)}
              ?autofocus=${this.autofocus}
              spellcheck=${this.spellcheck}
              pattern=${y(this.pattern)}
              enterkeyhint=${y(this.enterkeyhint)}
              inputmode=${y(this.inputmode)}
              aria-describedby="help-text"
              @change=${this.handleChange}
              @input=${this.handleInput}
              @invalid=${this.handleInvalid}
              @keydown=${this.handleKeyDown}
              @focus=${this.handleFocus}
              @blur=${this.handleBlur}
            />

            ${i?v`
                  <button
                    part="clear-button"
                    class="input__clear"
                    type="button"
                    aria-label=${this.localize.term("clearEntry")}
                    @click=${this.handleClearClick}
                    tabindex="-1"
                  >
                    <slot name="clear-icon">
                      <sl-icon name="x-circle-fill" library="system"></sl-icon>
                    </slot>
                  </button>
                `:""}
            ${this.passwordToggle&&!this.disabled?v`
                  <button
                    part="password-toggle-button"
                    class="input__password-toggle"
                    type="button"
                    aria-label=${this.localize.term(this.passwordVisible?"hidePassword":"showPassword")}
                    @click=${this.handlePasswordToggle}
                    tabindex="-1"
                  >
                    ${this.passwordVisible?v`
                          <slot name="show-password-icon">
                            <sl-icon name="eye-slash" library="system"></sl-icon>
                          </slot>
                        `:v`
                          <slot name="hide-password-icon">
                            <sl-icon name="eye" library="system"></sl-icon>
                          </slot>
                        `}
                  </button>
                `:""}

            <span part="suffix" class="input__suffix">
              <slot name="suffix"></slot>
            </span>
          </div>
        </div>

        <div
          part="form-control-help-text"
          id="help-text"
          class="form-control__help-text"
          aria-hidden=${s?"false":"true"}
        >
          <slot name="help-text">${this.helpText}</slot>
        </div>
      </div>
    `}};w.styles=[D,Ce,el];w.dependencies={"sl-icon":U};n([A(".input__control")],w.prototype,"input",2);n([N()],w.prototype,"hasFocus",2);n([u()],w.prototype,"title",2);n([u({reflect:!0})],w.prototype,"type",2);n([u()],w.prototype,"name",2);n([u()],w.prototype,"value",2);n([Po()],w.prototype,"defaultValue",2);n([u({reflect:!0})],w.prototype,"size",2);n([u({type:Boolean,reflect:!0})],w.prototype,"filled",2);n([u({type:Boolean,reflect:!0})],w.prototype,"pill",2);n([u()],w.prototype,"label",2);n([u({attribute:"help-text"})],w.prototype,"helpText",2);n([u({type:Boolean})],w.prototype,"clearable",2);n([u({type:Boolean,reflect:!0})],w.prototype,"disabled",2);n([u()],w.prototype,"placeholder",2);n([u({type:Boolean,reflect:!0})],w.prototype,"readonly",2);n([u({attribute:"password-toggle",type:Boolean})],w.prototype,"passwordToggle",2);n([u({attribute:"password-visible",type:Boolean})],w.prototype,"passwordVisible",2);n([u({attribute:"no-spin-buttons",type:Boolean})],w.prototype,"noSpinButtons",2);n([u({reflect:!0})],w.prototype,"form",2);n([u({type:Boolean,reflect:!0})],w.prototype,"required",2);n([u()],w.prototype,"pattern",2);n([u({type:Number})],w.prototype,"minlength",2);n([u({type:Number})],w.prototype,"maxlength",2);n([u()],w.prototype,"min",2);n([u()],w.prototype,"max",2);n([u()],w.prototype,"step",2);n([u()],w.prototype,"autocapitalize",2);n([u()],w.prototype,"autocorrect",2);n([u()],w.prototype,"autocomplete",2);n([u({type:Boolean})],w.prototype,"autofocus",2);n([u()],w.prototype,"enterkeyhint",2);n([u({type:Boolean,converter:{fromAttribute:t=>!(!t||t==="false"),toAttribute:t=>t?"true":"false"}})],w.prototype,"spellcheck",2);n([u()],w.prototype,"inputmode",2);n([R("disabled",{waitUntilFirstUpdate:!0})],w.prototype,"handleDisabledChange",1);n([R("step",{waitUntilFirstUpdate:!0})],w.prototype,"handleStepChange",1);n([R("value",{waitUntilFirstUpdate:!0})],w.prototype,"handleValueChange",1)});var ol=h(()=>{Rs();w.define("sl-input")});var sl=h(()=>{ol();Rs();Ps();Qe();ne();Mt();lt();j();Rt();rt();qt();Ht();Ut();Wt();Nt();W();V();F();T()});function*Do(t=document.activeElement){t!=null&&(yield t,"shadowRoot"in t&&t.shadowRoot&&t.shadowRoot.mode!=="closed"&&(yield*Dr(Do(t.shadowRoot.activeElement))))}function Mo(){return[...Do()].pop()}function il(t){let e=rl.get(t);return e||(e=window.getComputedStyle(t,null),rl.set(t,e)),e}function Vn(t){if(typeof t.checkVisibility=="function")return t.checkVisibility({checkOpacity:!1,checkVisibilityCSS:!0});let e=il(t);return e.visibility!=="hidden"&&e.display!=="none"}function Fn(t){let e=il(t),{overflowY:o,overflowX:s}=e;return o==="scroll"||s==="scroll"?!0:o!=="auto"||s!=="auto"?!1:t.scrollHeight>t.clientHeight&&o==="auto"||t.scrollWidth>t.clientWidth&&s==="auto"}function Nn(t){let e=t.tagName.toLowerCase(),o=Number(t.getAttribute("tabindex"));if(t.hasAttribute("tabindex")&&(isNaN(o)||o<=-1)||t.hasAttribute("disabled")||t.closest("[inert]"))return!1;if(e==="input"&&t.getAttribute("type")==="radio"){let i=t.getRootNode(),l=`input[type='radio'][name="${t.getAttribute("name")}"]`,a=i.querySelector(`${l}:checked`);return a?a===t:i.querySelector(l)===t}return Vn(t)?(e==="audio"||e==="video")&&t.hasAttribute("controls")||t.hasAttribute("tabindex")||t.hasAttribute("contenteditable")&&t.getAttribute("contenteditable")!=="false"||["button","input","select","textarea","a","audio","video","summary","iframe"].includes(e)?!0:Fn(t):!1}function ll(t){var e,o;let s=Io(t),r=(e=s[0])!=null?e:null,i=(o=s[s.length-1])!=null?o:null;return{start:r,end:i}}function Hn(t,e){var o;return((o=t.getRootNode({composed:!0}))==null?void 0:o.host)!==e}function Io(t){let e=new WeakMap,o=[];function s(r){if(r instanceof Element){if(r.hasAttribute("inert")||r.closest("[inert]")||e.has(r))return;e.set(r,!0),!o.includes(r)&&Nn(r)&&o.push(r),r instanceof HTMLSlotElement&&Hn(r,t)&&r.assignedElements({flatten:!0}).forEach(i=>{s(i)}),r.shadowRoot!==null&&r.shadowRoot.mode==="open"&&s(r.shadowRoot)}for(let i of r.children)s(i)}return s(t),o.sort((r,i)=>{let l=Number(r.getAttribute("tabindex"))||0;return(Number(i.getAttribute("tabindex"))||0)-l})}var rl,to=h(()=>{T();rl=new WeakMap});var eo,nl,Ds=h(()=>{to();eo=[],nl=class{constructor(t){this.tabDirection="forward",this.handleFocusIn=()=>{this.isActive()&&this.checkFocus()},this.handleKeyDown=e=>{var o;if(e.key!=="Tab"||this.isExternalActivated||!this.isActive())return;let s=Mo();if(this.previousFocus=s,this.previousFocus&&this.possiblyHasTabbableChildren(this.previousFocus))return;e.shiftKey?this.tabDirection="backward":this.tabDirection="forward";let r=Io(this.element),i=r.findIndex(a=>a===s);this.previousFocus=this.currentFocus;let l=this.tabDirection==="forward"?1:-1;for(;;){i+l>=r.length?i=0:i+l<0?i=r.length-1:i+=l,this.previousFocus=this.currentFocus;let a=r[i];if(this.tabDirection==="backward"&&this.previousFocus&&this.possiblyHasTabbableChildren(this.previousFocus)||a&&this.possiblyHasTabbableChildren(a))return;e.preventDefault(),this.currentFocus=a,(o=this.currentFocus)==null||o.focus({preventScroll:!1});let c=[...Do()];if(c.includes(this.currentFocus)||!c.includes(this.previousFocus))break}setTimeout(()=>this.checkFocus())},this.handleKeyUp=()=>{this.tabDirection="forward"},this.element=t,this.elementsWithTabbableControls=["iframe"]}activate(){eo.push(this.element),document.addEventListener("focusin",this.handleFocusIn),document.addEventListener("keydown",this.handleKeyDown),document.addEventListener("keyup",this.handleKeyUp)}deactivate(){eo=eo.filter(t=>t!==this.element),this.currentFocus=null,document.removeEventListener("focusin",this.handleFocusIn),document.removeEventListener("keydown",this.handleKeyDown),document.removeEventListener("keyup",this.handleKeyUp)}isActive(){return eo[eo.length-1]===this.element}activateExternal(){this.isExternalActivated=!0}deactivateExternal(){this.isExternalActivated=!1}checkFocus(){if(this.isActive()&&!this.isExternalActivated){let t=Io(this.element);if(!this.element.matches(":focus-within")){let e=t[0],o=t[t.length-1],s=this.tabDirection==="forward"?e:o;typeof s?.focus=="function"&&(this.currentFocus=s,s.focus({preventScroll:!1}))}}}possiblyHasTabbableChildren(t){return this.elementsWithTabbableControls.includes(t.tagName.toLowerCase())||t.hasAttribute("controls")}}});var al,Ms=h(()=>{S();al=$`
  :host {
    --width: 31rem;
    --header-spacing: var(--sl-spacing-large);
    --body-spacing: var(--sl-spacing-large);
    --footer-spacing: var(--sl-spacing-large);

    display: contents;
  }

  .dialog {
    display: flex;
    align-items: center;
    justify-content: center;
    position: fixed;
    top: 0;
    right: 0;
    bottom: 0;
    left: 0;
    z-index: var(--sl-z-index-dialog);
  }

  .dialog__panel {
    display: flex;
    flex-direction: column;
    z-index: 2;
    width: var(--width);
    max-width: calc(100% - var(--sl-spacing-2x-large));
    max-height: calc(100% - var(--sl-spacing-2x-large));
    background-color: var(--sl-panel-background-color);
    border-radius: var(--sl-border-radius-medium);
    box-shadow: var(--sl-shadow-x-large);
  }

  .dialog__panel:focus {
    outline: none;
  }

  /* Ensure there's enough vertical padding for phones that don't update vh when chrome appears (e.g. iPhone) */
  @media screen and (max-width: 420px) {
    .dialog__panel {
      max-height: 80vh;
    }
  }

  .dialog--open .dialog__panel {
    display: flex;
    opacity: 1;
  }

  .dialog__header {
    flex: 0 0 auto;
    display: flex;
  }

  .dialog__title {
    flex: 1 1 auto;
    font: inherit;
    font-size: var(--sl-font-size-large);
    line-height: var(--sl-line-height-dense);
    padding: var(--header-spacing);
    margin: 0;
  }

  .dialog__header-actions {
    flex-shrink: 0;
    display: flex;
    flex-wrap: wrap;
    justify-content: end;
    gap: var(--sl-spacing-2x-small);
    padding: 0 var(--header-spacing);
  }

  .dialog__header-actions sl-icon-button,
  .dialog__header-actions ::slotted(sl-icon-button) {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    font-size: var(--sl-font-size-medium);
  }

  .dialog__body {
    flex: 1 1 auto;
    display: block;
    padding: var(--body-spacing);
    overflow: auto;
    -webkit-overflow-scrolling: touch;
  }

  .dialog__footer {
    flex: 0 0 auto;
    text-align: right;
    padding: var(--footer-spacing);
  }

  .dialog__footer ::slotted(sl-button:not(:first-of-type)) {
    margin-inline-start: var(--sl-spacing-x-small);
  }

  .dialog:not(.dialog--has-footer) .dialog__footer {
    display: none;
  }

  .dialog__overlay {
    position: fixed;
    top: 0;
    right: 0;
    bottom: 0;
    left: 0;
    background-color: var(--sl-overlay-background-color);
  }

  @media (forced-colors: active) {
    .dialog__panel {
      border: solid 1px var(--sl-color-neutral-0);
    }
  }
`});var cl,Is=h(()=>{cl=t=>{var e;let{activeElement:o}=document;o&&t.contains(o)&&((e=document.activeElement)==null||e.blur())}});var _t,Bs=h(()=>{Ds();Fe();Ms();Is();Be();fe();ge();be();lt();j();W();V();F();T();at();S();le();J();_t=class extends E{constructor(){super(...arguments),this.hasSlotController=new ht(this,"footer"),this.localize=new q(this),this.modal=new nl(this),this.open=!1,this.label="",this.noHeader=!1,this.handleDocumentKeyDown=t=>{t.key==="Escape"&&this.modal.isActive()&&this.open&&(t.stopPropagation(),this.requestClose("keyboard"))}}firstUpdated(){this.dialog.hidden=!this.open,this.open&&(this.addOpenListeners(),this.modal.activate(),fs(this))}disconnectedCallback(){super.disconnectedCallback(),this.modal.deactivate(),gs(this),this.removeOpenListeners()}requestClose(t){if(this.emit("sl-request-close",{cancelable:!0,detail:{source:t}}).defaultPrevented){let o=ut(this,"dialog.denyClose",{dir:this.localize.dir()});dt(this.panel,o.keyframes,o.options);return}this.hide()}addOpenListeners(){var t;"CloseWatcher"in window?((t=this.closeWatcher)==null||t.destroy(),this.closeWatcher=new CloseWatcher,this.closeWatcher.onclose=()=>this.requestClose("keyboard")):document.addEventListener("keydown",this.handleDocumentKeyDown)}removeOpenListeners(){var t;(t=this.closeWatcher)==null||t.destroy(),document.removeEventListener("keydown",this.handleDocumentKeyDown)}async handleOpenChange(){if(this.open){this.emit("sl-show"),this.addOpenListeners(),this.originalTrigger=document.activeElement,this.modal.activate(),fs(this);let t=this.querySelector("[autofocus]");t&&t.removeAttribute("autofocus"),await Promise.all([wt(this.dialog),wt(this.overlay)]),this.dialog.hidden=!1,requestAnimationFrame(()=>{this.emit("sl-initial-focus",{cancelable:!0}).defaultPrevented||(t?t.focus({preventScroll:!0}):this.panel.focus({preventScroll:!0})),t&&t.setAttribute("autofocus","")});let e=ut(this,"dialog.show",{dir:this.localize.dir()}),o=ut(this,"dialog.overlay.show",{dir:this.localize.dir()});await Promise.all([dt(this.panel,e.keyframes,e.options),dt(this.overlay,o.keyframes,o.options)]),this.emit("sl-after-show")}else{cl(this),this.emit("sl-hide"),this.removeOpenListeners(),this.modal.deactivate(),await Promise.all([wt(this.dialog),wt(this.overlay)]);let t=ut(this,"dialog.hide",{dir:this.localize.dir()}),e=ut(this,"dialog.overlay.hide",{dir:this.localize.dir()});await Promise.all([dt(this.overlay,e.keyframes,e.options).then(()=>{this.overlay.hidden=!0}),dt(this.panel,t.keyframes,t.options).then(()=>{this.panel.hidden=!0})]),this.dialog.hidden=!0,this.overlay.hidden=!1,this.panel.hidden=!1,gs(this);let o=this.originalTrigger;typeof o?.focus=="function"&&setTimeout(()=>o.focus()),this.emit("sl-after-hide")}}async show(){if(!this.open)return this.open=!0,It(this,"sl-after-show")}async hide(){if(this.open)return this.open=!1,It(this,"sl-after-hide")}render(){return v`
      <div
        part="base"
        class=${I({dialog:!0,"dialog--open":this.open,"dialog--has-footer":this.hasSlotController.test("footer")})}
      >
        <div part="overlay" class="dialog__overlay" @click=${()=>this.requestClose("overlay")} tabindex="-1"></div>

        <div
          part="panel"
          class="dialog__panel"
          role="dialog"
          aria-modal="true"
          aria-hidden=${this.open?"false":"true"}
          aria-label=${y(this.noHeader?this.label:void 0)}
          aria-labelledby=${y(this.noHeader?void 0:"title")}
          tabindex="-1"
        >
          ${this.noHeader?"":v`
                <header part="header" class="dialog__header">
                  <h2 part="title" class="dialog__title" id="title">
                    <slot name="label"> ${this.label.length>0?this.label:"\uFEFF"} </slot>
                  </h2>
                  <div part="header-actions" class="dialog__header-actions">
                    <slot name="header-actions"></slot>
                    <sl-icon-button
                      part="close-button"
                      exportparts="base:close-button__base"
                      class="dialog__close"
                      name="x-lg"
                      label=${this.localize.term("close")}
                      library="system"
                      @click="${()=>this.requestClose("close-button")}"
                    ></sl-icon-button>
                  </div>
                </header>
              `}
          ${""}
          <div part="body" class="dialog__body" tabindex="-1"><slot></slot></div>

          <footer part="footer" class="dialog__footer">
            <slot name="footer"></slot>
          </footer>
        </div>
      </div>
    `}};_t.styles=[D,al];_t.dependencies={"sl-icon-button":Z};n([A(".dialog")],_t.prototype,"dialog",2);n([A(".dialog__panel")],_t.prototype,"panel",2);n([A(".dialog__overlay")],_t.prototype,"overlay",2);n([u({type:Boolean,reflect:!0})],_t.prototype,"open",2);n([u({reflect:!0})],_t.prototype,"label",2);n([u({attribute:"no-header",type:Boolean,reflect:!0})],_t.prototype,"noHeader",2);n([R("open",{waitUntilFirstUpdate:!0})],_t.prototype,"handleOpenChange",1);ct("dialog.show",{keyframes:[{opacity:0,scale:.8},{opacity:1,scale:1}],options:{duration:250,easing:"ease"}});ct("dialog.hide",{keyframes:[{opacity:1,scale:1},{opacity:0,scale:.8}],options:{duration:250,easing:"ease"}});ct("dialog.denyClose",{keyframes:[{scale:1},{scale:1.02},{scale:1}],options:{duration:250}});ct("dialog.overlay.show",{keyframes:[{opacity:0},{opacity:1}],options:{duration:250}});ct("dialog.overlay.hide",{keyframes:[{opacity:1},{opacity:0}],options:{duration:250}})});var ul=h(()=>{Bs();_t.define("sl-dialog")});var dl=h(()=>{ul();Bs();Ds();Fe();Ms();to();Is();Be();go();fe();ge();be();lt();j();Rt();rt();qt();Ht();Ut();Wt();Nt();W();V();F();T()});var hl,Bo=h(()=>{S();hl=$`
  :host {
    --track-width: 2px;
    --track-color: rgb(128 128 128 / 25%);
    --indicator-color: var(--sl-color-primary-600);
    --speed: 2s;

    display: inline-flex;
    width: 1em;
    height: 1em;
    flex: none;
  }

  .spinner {
    flex: 1 1 auto;
    height: 100%;
    width: 100%;
  }

  .spinner__track,
  .spinner__indicator {
    fill: none;
    stroke-width: var(--track-width);
    r: calc(0.5em - var(--track-width) / 2);
    cx: 0.5em;
    cy: 0.5em;
    transform-origin: 50% 50%;
  }

  .spinner__track {
    stroke: var(--track-color);
    transform-origin: 0% 0%;
  }

  .spinner__indicator {
    stroke: var(--indicator-color);
    stroke-linecap: round;
    stroke-dasharray: 150% 75%;
    animation: spin var(--speed) linear infinite;
  }

  @keyframes spin {
    0% {
      transform: rotate(0deg);
      stroke-dasharray: 0.05em, 3em;
    }

    50% {
      transform: rotate(450deg);
      stroke-dasharray: 1.375em, 1.375em;
    }

    100% {
      transform: rotate(1080deg);
      stroke-dasharray: 0.05em, 3em;
    }
  }
`});var oo,so=h(()=>{Bo();j();V();F();S();oo=class extends E{constructor(){super(...arguments),this.localize=new q(this)}render(){return v`
      <svg part="base" class="spinner" role="progressbar" aria-label=${this.localize.term("loading")}>
        <circle class="spinner__track"></circle>
        <circle class="spinner__indicator"></circle>
      </svg>
    `}};oo.styles=[D,hl]});var pl,Vs=h(()=>{S();pl=$`
  :host {
    display: inline-block;
    position: relative;
    width: auto;
    cursor: pointer;
  }

  .button {
    display: inline-flex;
    align-items: stretch;
    justify-content: center;
    width: 100%;
    border-style: solid;
    border-width: var(--sl-input-border-width);
    font-family: var(--sl-input-font-family);
    font-weight: var(--sl-font-weight-semibold);
    text-decoration: none;
    user-select: none;
    -webkit-user-select: none;
    white-space: nowrap;
    vertical-align: middle;
    padding: 0;
    transition:
      var(--sl-transition-x-fast) background-color,
      var(--sl-transition-x-fast) color,
      var(--sl-transition-x-fast) border,
      var(--sl-transition-x-fast) box-shadow;
    cursor: inherit;
  }

  .button::-moz-focus-inner {
    border: 0;
  }

  .button:focus {
    outline: none;
  }

  .button:focus-visible {
    outline: var(--sl-focus-ring);
    outline-offset: var(--sl-focus-ring-offset);
  }

  .button--disabled {
    opacity: 0.5;
    cursor: not-allowed;
  }

  /* When disabled, prevent mouse events from bubbling up from children */
  .button--disabled * {
    pointer-events: none;
  }

  .button__prefix,
  .button__suffix {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    pointer-events: none;
  }

  .button__label {
    display: inline-block;
  }

  .button__label::slotted(sl-icon) {
    vertical-align: -2px;
  }

  /*
   * Standard buttons
   */

  /* Default */
  .button--standard.button--default {
    background-color: var(--sl-color-neutral-0);
    border-color: var(--sl-input-border-color);
    color: var(--sl-color-neutral-700);
  }

  .button--standard.button--default:hover:not(.button--disabled) {
    background-color: var(--sl-color-primary-50);
    border-color: var(--sl-color-primary-300);
    color: var(--sl-color-primary-700);
  }

  .button--standard.button--default:active:not(.button--disabled) {
    background-color: var(--sl-color-primary-100);
    border-color: var(--sl-color-primary-400);
    color: var(--sl-color-primary-700);
  }

  /* Primary */
  .button--standard.button--primary {
    background-color: var(--sl-color-primary-600);
    border-color: var(--sl-color-primary-600);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--primary:hover:not(.button--disabled) {
    background-color: var(--sl-color-primary-500);
    border-color: var(--sl-color-primary-500);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--primary:active:not(.button--disabled) {
    background-color: var(--sl-color-primary-600);
    border-color: var(--sl-color-primary-600);
    color: var(--sl-color-neutral-0);
  }

  /* Success */
  .button--standard.button--success {
    background-color: var(--sl-color-success-600);
    border-color: var(--sl-color-success-600);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--success:hover:not(.button--disabled) {
    background-color: var(--sl-color-success-500);
    border-color: var(--sl-color-success-500);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--success:active:not(.button--disabled) {
    background-color: var(--sl-color-success-600);
    border-color: var(--sl-color-success-600);
    color: var(--sl-color-neutral-0);
  }

  /* Neutral */
  .button--standard.button--neutral {
    background-color: var(--sl-color-neutral-600);
    border-color: var(--sl-color-neutral-600);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--neutral:hover:not(.button--disabled) {
    background-color: var(--sl-color-neutral-500);
    border-color: var(--sl-color-neutral-500);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--neutral:active:not(.button--disabled) {
    background-color: var(--sl-color-neutral-600);
    border-color: var(--sl-color-neutral-600);
    color: var(--sl-color-neutral-0);
  }

  /* Warning */
  .button--standard.button--warning {
    background-color: var(--sl-color-warning-600);
    border-color: var(--sl-color-warning-600);
    color: var(--sl-color-neutral-0);
  }
  .button--standard.button--warning:hover:not(.button--disabled) {
    background-color: var(--sl-color-warning-500);
    border-color: var(--sl-color-warning-500);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--warning:active:not(.button--disabled) {
    background-color: var(--sl-color-warning-600);
    border-color: var(--sl-color-warning-600);
    color: var(--sl-color-neutral-0);
  }

  /* Danger */
  .button--standard.button--danger {
    background-color: var(--sl-color-danger-600);
    border-color: var(--sl-color-danger-600);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--danger:hover:not(.button--disabled) {
    background-color: var(--sl-color-danger-500);
    border-color: var(--sl-color-danger-500);
    color: var(--sl-color-neutral-0);
  }

  .button--standard.button--danger:active:not(.button--disabled) {
    background-color: var(--sl-color-danger-600);
    border-color: var(--sl-color-danger-600);
    color: var(--sl-color-neutral-0);
  }

  /*
   * Outline buttons
   */

  .button--outline {
    background: none;
    border: solid 1px;
  }

  /* Default */
  .button--outline.button--default {
    border-color: var(--sl-input-border-color);
    color: var(--sl-color-neutral-700);
  }

  .button--outline.button--default:hover:not(.button--disabled),
  .button--outline.button--default.button--checked:not(.button--disabled) {
    border-color: var(--sl-color-primary-600);
    background-color: var(--sl-color-primary-600);
    color: var(--sl-color-neutral-0);
  }

  .button--outline.button--default:active:not(.button--disabled) {
    border-color: var(--sl-color-primary-700);
    background-color: var(--sl-color-primary-700);
    color: var(--sl-color-neutral-0);
  }

  /* Primary */
  .button--outline.button--primary {
    border-color: var(--sl-color-primary-600);
    color: var(--sl-color-primary-600);
  }

  .button--outline.button--primary:hover:not(.button--disabled),
  .button--outline.button--primary.button--checked:not(.button--disabled) {
    background-color: var(--sl-color-primary-600);
    color: var(--sl-color-neutral-0);
  }

  .button--outline.button--primary:active:not(.button--disabled) {
    border-color: var(--sl-color-primary-700);
    background-color: var(--sl-color-primary-700);
    color: var(--sl-color-neutral-0);
  }

  /* Success */
  .button--outline.button--success {
    border-color: var(--sl-color-success-600);
    color: var(--sl-color-success-600);
  }

  .button--outline.button--success:hover:not(.button--disabled),
  .button--outline.button--success.button--checked:not(.button--disabled) {
    background-color: var(--sl-color-success-600);
    color: var(--sl-color-neutral-0);
  }

  .button--outline.button--success:active:not(.button--disabled) {
    border-color: var(--sl-color-success-700);
    background-color: var(--sl-color-success-700);
    color: var(--sl-color-neutral-0);
  }

  /* Neutral */
  .button--outline.button--neutral {
    border-color: var(--sl-color-neutral-600);
    color: var(--sl-color-neutral-600);
  }

  .button--outline.button--neutral:hover:not(.button--disabled),
  .button--outline.button--neutral.button--checked:not(.button--disabled) {
    background-color: var(--sl-color-neutral-600);
    color: var(--sl-color-neutral-0);
  }

  .button--outline.button--neutral:active:not(.button--disabled) {
    border-color: var(--sl-color-neutral-700);
    background-color: var(--sl-color-neutral-700);
    color: var(--sl-color-neutral-0);
  }

  /* Warning */
  .button--outline.button--warning {
    border-color: var(--sl-color-warning-600);
    color: var(--sl-color-warning-600);
  }

  .button--outline.button--warning:hover:not(.button--disabled),
  .button--outline.button--warning.button--checked:not(.button--disabled) {
    background-color: var(--sl-color-warning-600);
    color: var(--sl-color-neutral-0);
  }

  .button--outline.button--warning:active:not(.button--disabled) {
    border-color: var(--sl-color-warning-700);
    background-color: var(--sl-color-warning-700);
    color: var(--sl-color-neutral-0);
  }

  /* Danger */
  .button--outline.button--danger {
    border-color: var(--sl-color-danger-600);
    color: var(--sl-color-danger-600);
  }

  .button--outline.button--danger:hover:not(.button--disabled),
  .button--outline.button--danger.button--checked:not(.button--disabled) {
    background-color: var(--sl-color-danger-600);
    color: var(--sl-color-neutral-0);
  }

  .button--outline.button--danger:active:not(.button--disabled) {
    border-color: var(--sl-color-danger-700);
    background-color: var(--sl-color-danger-700);
    color: var(--sl-color-neutral-0);
  }

  @media (forced-colors: active) {
    .button.button--outline.button--checked:not(.button--disabled) {
      outline: solid 2px transparent;
    }
  }

  /*
   * Text buttons
   */

  .button--text {
    background-color: transparent;
    border-color: transparent;
    color: var(--sl-color-primary-600);
  }

  .button--text:hover:not(.button--disabled) {
    background-color: transparent;
    border-color: transparent;
    color: var(--sl-color-primary-500);
  }

  .button--text:focus-visible:not(.button--disabled) {
    background-color: transparent;
    border-color: transparent;
    color: var(--sl-color-primary-500);
  }

  .button--text:active:not(.button--disabled) {
    background-color: transparent;
    border-color: transparent;
    color: var(--sl-color-primary-700);
  }

  /*
   * Size modifiers
   */

  .button--small {
    height: auto;
    min-height: var(--sl-input-height-small);
    font-size: var(--sl-button-font-size-small);
    line-height: calc(var(--sl-input-height-small) - var(--sl-input-border-width) * 2);
    border-radius: var(--sl-input-border-radius-small);
  }

  .button--medium {
    height: auto;
    min-height: var(--sl-input-height-medium);
    font-size: var(--sl-button-font-size-medium);
    line-height: calc(var(--sl-input-height-medium) - var(--sl-input-border-width) * 2);
    border-radius: var(--sl-input-border-radius-medium);
  }

  .button--large {
    height: auto;
    min-height: var(--sl-input-height-large);
    font-size: var(--sl-button-font-size-large);
    line-height: calc(var(--sl-input-height-large) - var(--sl-input-border-width) * 2);
    border-radius: var(--sl-input-border-radius-large);
  }

  /*
   * Pill modifier
   */

  .button--pill.button--small {
    border-radius: var(--sl-input-height-small);
  }

  .button--pill.button--medium {
    border-radius: var(--sl-input-height-medium);
  }

  .button--pill.button--large {
    border-radius: var(--sl-input-height-large);
  }

  /*
   * Circle modifier
   */

  .button--circle {
    padding-left: 0;
    padding-right: 0;
  }

  .button--circle.button--small {
    width: var(--sl-input-height-small);
    border-radius: 50%;
  }

  .button--circle.button--medium {
    width: var(--sl-input-height-medium);
    border-radius: 50%;
  }

  .button--circle.button--large {
    width: var(--sl-input-height-large);
    border-radius: 50%;
  }

  .button--circle .button__prefix,
  .button--circle .button__suffix,
  .button--circle .button__caret {
    display: none;
  }

  /*
   * Caret modifier
   */

  .button--caret .button__suffix {
    display: none;
  }

  .button--caret .button__caret {
    height: auto;
  }

  /*
   * Loading modifier
   */

  .button--loading {
    position: relative;
    cursor: wait;
  }

  .button--loading .button__prefix,
  .button--loading .button__label,
  .button--loading .button__suffix,
  .button--loading .button__caret {
    visibility: hidden;
  }

  .button--loading sl-spinner {
    --indicator-color: currentColor;
    position: absolute;
    font-size: 1em;
    height: 1em;
    width: 1em;
    top: calc(50% - 0.5em);
    left: calc(50% - 0.5em);
  }

  /*
   * Badges
   */

  .button ::slotted(sl-badge) {
    position: absolute;
    top: 0;
    right: 0;
    translate: 50% -50%;
    pointer-events: none;
  }

  .button--rtl ::slotted(sl-badge) {
    right: auto;
    left: 0;
    translate: -50% -50%;
  }

  /*
   * Button spacing
   */

  .button--has-label.button--small .button__label {
    padding: 0 var(--sl-spacing-small);
  }

  .button--has-label.button--medium .button__label {
    padding: 0 var(--sl-spacing-medium);
  }

  .button--has-label.button--large .button__label {
    padding: 0 var(--sl-spacing-large);
  }

  .button--has-prefix.button--small {
    padding-inline-start: var(--sl-spacing-x-small);
  }

  .button--has-prefix.button--small .button__label {
    padding-inline-start: var(--sl-spacing-x-small);
  }

  .button--has-prefix.button--medium {
    padding-inline-start: var(--sl-spacing-small);
  }

  .button--has-prefix.button--medium .button__label {
    padding-inline-start: var(--sl-spacing-small);
  }

  .button--has-prefix.button--large {
    padding-inline-start: var(--sl-spacing-small);
  }

  .button--has-prefix.button--large .button__label {
    padding-inline-start: var(--sl-spacing-small);
  }

  .button--has-suffix.button--small,
  .button--caret.button--small {
    padding-inline-end: var(--sl-spacing-x-small);
  }

  .button--has-suffix.button--small .button__label,
  .button--caret.button--small .button__label {
    padding-inline-end: var(--sl-spacing-x-small);
  }

  .button--has-suffix.button--medium,
  .button--caret.button--medium {
    padding-inline-end: var(--sl-spacing-small);
  }

  .button--has-suffix.button--medium .button__label,
  .button--caret.button--medium .button__label {
    padding-inline-end: var(--sl-spacing-small);
  }

  .button--has-suffix.button--large,
  .button--caret.button--large {
    padding-inline-end: var(--sl-spacing-small);
  }

  .button--has-suffix.button--large .button__label,
  .button--caret.button--large .button__label {
    padding-inline-end: var(--sl-spacing-small);
  }

  /*
   * Button groups support a variety of button types (e.g. buttons with tooltips, buttons as dropdown triggers, etc.).
   * This means buttons aren't always direct descendants of the button group, thus we can't target them with the
   * ::slotted selector. To work around this, the button group component does some magic to add these special classes to
   * buttons and we style them here instead.
   */

  :host([data-sl-button-group__button--first]:not([data-sl-button-group__button--last])) .button {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }

  :host([data-sl-button-group__button--inner]) .button {
    border-radius: 0;
  }

  :host([data-sl-button-group__button--last]:not([data-sl-button-group__button--first])) .button {
    border-start-start-radius: 0;
    border-end-start-radius: 0;
  }

  /* All except the first */
  :host([data-sl-button-group__button]:not([data-sl-button-group__button--first])) {
    margin-inline-start: calc(-1 * var(--sl-input-border-width));
  }

  /* Add a visual separator between solid buttons */
  :host(
      [data-sl-button-group__button]:not(
          [data-sl-button-group__button--first],
          [data-sl-button-group__button--radio],
          [variant='default']
        ):not(:hover)
    )
    .button:after {
    content: '';
    position: absolute;
    top: 0;
    inset-inline-start: 0;
    bottom: 0;
    border-left: solid 1px rgb(128 128 128 / 33%);
    mix-blend-mode: multiply;
  }

  /* Bump hovered, focused, and checked buttons up so their focus ring isn't clipped */
  :host([data-sl-button-group__button--hover]) {
    z-index: 1;
  }

  /* Focus and checked are always on top */
  :host([data-sl-button-group__button--focus]),
  :host([data-sl-button-group__button][checked]) {
    z-index: 2;
  }
`});var O,Fs=h(()=>{so();Mt();Vs();lt();j();rt();W();V();F();T();at();as();le();J();O=class extends E{constructor(){super(...arguments),this.formControlController=new Gt(this,{assumeInteractionOn:["click"]}),this.hasSlotController=new ht(this,"[default]","prefix","suffix"),this.localize=new q(this),this.hasFocus=!1,this.invalid=!1,this.title="",this.variant="default",this.size="medium",this.caret=!1,this.disabled=!1,this.loading=!1,this.outline=!1,this.pill=!1,this.circle=!1,this.type="button",this.name="",this.value="",this.href="",this.rel="noreferrer noopener"}get validity(){return this.isButton()?this.button.validity:Lo}get validationMessage(){return this.isButton()?this.button.validationMessage:""}firstUpdated(){this.isButton()&&this.formControlController.updateValidity()}handleBlur(){this.hasFocus=!1,this.emit("sl-blur")}handleFocus(){this.hasFocus=!0,this.emit("sl-focus")}handleClick(){this.type==="submit"&&this.formControlController.submit(this),this.type==="reset"&&this.formControlController.reset(this)}handleInvalid(t){this.formControlController.setValidity(!1),this.formControlController.emitInvalidEvent(t)}isButton(){return!this.href}isLink(){return!!this.href}handleDisabledChange(){this.isButton()&&this.formControlController.setValidity(this.disabled)}click(){this.button.click()}focus(t){this.button.focus(t)}blur(){this.button.blur()}checkValidity(){return this.isButton()?this.button.checkValidity():!0}getForm(){return this.formControlController.getForm()}reportValidity(){return this.isButton()?this.button.reportValidity():!0}setCustomValidity(t){this.isButton()&&(this.button.setCustomValidity(t),this.formControlController.updateValidity())}render(){let t=this.isLink(),e=t?we`a`:we`button`;return _e`
      <${e}
        part="base"
        class=${I({button:!0,"button--default":this.variant==="default","button--primary":this.variant==="primary","button--success":this.variant==="success","button--neutral":this.variant==="neutral","button--warning":this.variant==="warning","button--danger":this.variant==="danger","button--text":this.variant==="text","button--small":this.size==="small","button--medium":this.size==="medium","button--large":this.size==="large","button--caret":this.caret,"button--circle":this.circle,"button--disabled":this.disabled,"button--focused":this.hasFocus,"button--loading":this.loading,"button--standard":!this.outline,"button--outline":this.outline,"button--pill":this.pill,"button--rtl":this.localize.dir()==="rtl","button--has-label":this.hasSlotController.test("[default]"),"button--has-prefix":this.hasSlotController.test("prefix"),"button--has-suffix":this.hasSlotController.test("suffix")})}
        ?disabled=${y(t?void 0:this.disabled)}
        type=${y(t?void 0:this.type)}
        title=${this.title}
        name=${y(t?void 0:this.name)}
        value=${y(t?void 0:this.value)}
        href=${y(t&&!this.disabled?this.href:void 0)}
        target=${y(t?this.target:void 0)}
        download=${y(t?this.download:void 0)}
        rel=${y(t?this.rel:void 0)}
        role=${y(t?void 0:"button")}
        aria-disabled=${this.disabled?"true":"false"}
        tabindex=${this.disabled?"-1":"0"}
        @blur=${this.handleBlur}
        @focus=${this.handleFocus}
        @invalid=${this.isButton()?this.handleInvalid:null}
        @click=${this.handleClick}
      >
        <slot name="prefix" part="prefix" class="button__prefix"></slot>
        <slot part="label" class="button__label"></slot>
        <slot name="suffix" part="suffix" class="button__suffix"></slot>
        ${this.caret?_e` <sl-icon part="caret" class="button__caret" library="system" name="caret"></sl-icon> `:""}
        ${this.loading?_e`<sl-spinner part="spinner"></sl-spinner>`:""}
      </${e}>
    `}};O.styles=[D,pl];O.dependencies={"sl-icon":U,"sl-spinner":oo};n([A(".button")],O.prototype,"button",2);n([N()],O.prototype,"hasFocus",2);n([N()],O.prototype,"invalid",2);n([u()],O.prototype,"title",2);n([u({reflect:!0})],O.prototype,"variant",2);n([u({reflect:!0})],O.prototype,"size",2);n([u({type:Boolean,reflect:!0})],O.prototype,"caret",2);n([u({type:Boolean,reflect:!0})],O.prototype,"disabled",2);n([u({type:Boolean,reflect:!0})],O.prototype,"loading",2);n([u({type:Boolean,reflect:!0})],O.prototype,"outline",2);n([u({type:Boolean,reflect:!0})],O.prototype,"pill",2);n([u({type:Boolean,reflect:!0})],O.prototype,"circle",2);n([u()],O.prototype,"type",2);n([u()],O.prototype,"name",2);n([u()],O.prototype,"value",2);n([u()],O.prototype,"href",2);n([u()],O.prototype,"target",2);n([u()],O.prototype,"rel",2);n([u()],O.prototype,"download",2);n([u()],O.prototype,"form",2);n([u({attribute:"formaction"})],O.prototype,"formAction",2);n([u({attribute:"formenctype"})],O.prototype,"formEnctype",2);n([u({attribute:"formmethod"})],O.prototype,"formMethod",2);n([u({attribute:"formnovalidate",type:Boolean})],O.prototype,"formNoValidate",2);n([u({attribute:"formtarget"})],O.prototype,"formTarget",2);n([R("disabled",{waitUntilFirstUpdate:!0})],O.prototype,"handleDisabledChange",1)});var ml=h(()=>{Fs();O.define("sl-button")});var fl=h(()=>{ml();Fs();so();Bo();Mt();Vs();lt();j();Rt();rt();qt();Ht();Ut();Wt();Nt();W();V();F();T()});var gl,Ns=h(()=>{S();gl=$`
  :host {
    display: inline-block;
  }

  .dropdown::part(popup) {
    z-index: var(--sl-z-index-dropdown);
  }

  .dropdown[data-current-placement^='top']::part(popup) {
    transform-origin: bottom;
  }

  .dropdown[data-current-placement^='bottom']::part(popup) {
    transform-origin: top;
  }

  .dropdown[data-current-placement^='left']::part(popup) {
    transform-origin: right;
  }

  .dropdown[data-current-placement^='right']::part(popup) {
    transform-origin: left;
  }

  .dropdown__trigger {
    display: block;
  }

  .dropdown__panel {
    font-family: var(--sl-font-sans);
    font-size: var(--sl-font-size-medium);
    font-weight: var(--sl-font-weight-normal);
    box-shadow: var(--sl-shadow-large);
    border-radius: var(--sl-border-radius-medium);
    pointer-events: none;
  }

  .dropdown--open .dropdown__panel {
    display: block;
    pointer-events: all;
  }

  /* When users slot a menu, make sure it conforms to the popup's auto-size */
  ::slotted(sl-menu) {
    max-width: var(--auto-size-available-width) !important;
    max-height: var(--auto-size-available-height) !important;
  }
`});var X,Hs=h(()=>{Ns();to();me();fe();ge();be();j();W();V();F();T();at();S();le();J();X=class extends E{constructor(){super(...arguments),this.localize=new q(this),this.open=!1,this.placement="bottom-start",this.disabled=!1,this.stayOpenOnSelect=!1,this.distance=0,this.skidding=0,this.hoist=!1,this.sync=void 0,this.handleKeyDown=t=>{this.open&&t.key==="Escape"&&(t.stopPropagation(),this.hide(),this.focusOnTrigger())},this.handleDocumentKeyDown=t=>{var e;if(t.key==="Escape"&&this.open&&!this.closeWatcher){t.stopPropagation(),this.focusOnTrigger(),this.hide();return}if(t.key==="Tab"){if(this.open&&((e=document.activeElement)==null?void 0:e.tagName.toLowerCase())==="sl-menu-item"){t.preventDefault(),this.hide(),this.focusOnTrigger();return}let o=(s,r)=>{if(!s)return null;let i=s.closest(r);if(i)return i;let l=s.getRootNode();return l instanceof ShadowRoot?o(l.host,r):null};setTimeout(()=>{var s;let r=((s=this.containingElement)==null?void 0:s.getRootNode())instanceof ShadowRoot?Mo():document.activeElement;(!this.containingElement||o(r,this.containingElement.tagName.toLowerCase())!==this.containingElement)&&this.hide()})}},this.handleDocumentMouseDown=t=>{let e=t.composedPath();this.containingElement&&!e.includes(this.containingElement)&&this.hide()},this.handlePanelSelect=t=>{let e=t.target;!this.stayOpenOnSelect&&e.tagName.toLowerCase()==="sl-menu"&&(this.hide(),this.focusOnTrigger())}}connectedCallback(){super.connectedCallback(),this.containingElement||(this.containingElement=this)}firstUpdated(){this.panel.hidden=!this.open,this.open&&(this.addOpenListeners(),this.popup.active=!0)}disconnectedCallback(){super.disconnectedCallback(),this.removeOpenListeners(),this.hide()}focusOnTrigger(){let t=this.trigger.assignedElements({flatten:!0})[0];typeof t?.focus=="function"&&t.focus()}getMenu(){return this.panel.assignedElements({flatten:!0}).find(t=>t.tagName.toLowerCase()==="sl-menu")}handleTriggerClick(){this.open?this.hide():(this.show(),this.focusOnTrigger())}async handleTriggerKeyDown(t){if([" ","Enter"].includes(t.key)){t.preventDefault(),this.handleTriggerClick();return}let e=this.getMenu();if(e){let o=e.getAllItems(),s=o[0],r=o[o.length-1];["ArrowDown","ArrowUp","Home","End"].includes(t.key)&&(t.preventDefault(),this.open||(this.show(),await this.updateComplete),o.length>0&&this.updateComplete.then(()=>{(t.key==="ArrowDown"||t.key==="Home")&&(e.setCurrentItem(s),s.focus()),(t.key==="ArrowUp"||t.key==="End")&&(e.setCurrentItem(r),r.focus())}))}}handleTriggerKeyUp(t){t.key===" "&&t.preventDefault()}handleTriggerSlotChange(){this.updateAccessibleTrigger()}updateAccessibleTrigger(){let e=this.trigger.assignedElements({flatten:!0}).find(s=>ll(s).start),o;if(e){switch(e.tagName.toLowerCase()){case"sl-button":case"sl-icon-button":o=e.button;break;default:o=e}o.setAttribute("aria-haspopup","true"),o.setAttribute("aria-expanded",this.open?"true":"false")}}async show(){if(!this.open)return this.open=!0,It(this,"sl-after-show")}async hide(){if(this.open)return this.open=!1,It(this,"sl-after-hide")}reposition(){this.popup.reposition()}addOpenListeners(){var t;this.panel.addEventListener("sl-select",this.handlePanelSelect),"CloseWatcher"in window?((t=this.closeWatcher)==null||t.destroy(),this.closeWatcher=new CloseWatcher,this.closeWatcher.onclose=()=>{this.hide(),this.focusOnTrigger()}):this.panel.addEventListener("keydown",this.handleKeyDown),document.addEventListener("keydown",this.handleDocumentKeyDown),document.addEventListener("mousedown",this.handleDocumentMouseDown)}removeOpenListeners(){var t;this.panel&&(this.panel.removeEventListener("sl-select",this.handlePanelSelect),this.panel.removeEventListener("keydown",this.handleKeyDown)),document.removeEventListener("keydown",this.handleDocumentKeyDown),document.removeEventListener("mousedown",this.handleDocumentMouseDown),(t=this.closeWatcher)==null||t.destroy()}async handleOpenChange(){if(this.disabled){this.open=!1;return}if(this.updateAccessibleTrigger(),this.open){this.emit("sl-show"),this.addOpenListeners(),await wt(this),this.panel.hidden=!1,this.popup.active=!0;let{keyframes:t,options:e}=ut(this,"dropdown.show",{dir:this.localize.dir()});await dt(this.popup.popup,t,e),this.emit("sl-after-show")}else{this.emit("sl-hide"),this.removeOpenListeners(),await wt(this);let{keyframes:t,options:e}=ut(this,"dropdown.hide",{dir:this.localize.dir()});await dt(this.popup.popup,t,e),this.panel.hidden=!0,this.popup.active=!1,this.emit("sl-after-hide")}}render(){return v`
      <sl-popup
        part="base"
        exportparts="popup:base__popup"
        id="dropdown"
        placement=${this.placement}
        distance=${this.distance}
        skidding=${this.skidding}
        strategy=${this.hoist?"fixed":"absolute"}
        flip
        shift
        auto-size="vertical"
        auto-size-padding="10"
        sync=${y(this.sync?this.sync:void 0)}
        class=${I({dropdown:!0,"dropdown--open":this.open})}
      >
        <slot
          name="trigger"
          slot="anchor"
          part="trigger"
          class="dropdown__trigger"
          @click=${this.handleTriggerClick}
          @keydown=${this.handleTriggerKeyDown}
          @keyup=${this.handleTriggerKeyUp}
          @slotchange=${this.handleTriggerSlotChange}
        ></slot>

        <div aria-hidden=${this.open?"false":"true"} aria-labelledby="dropdown">
          <slot part="panel" class="dropdown__panel"></slot>
        </div>
      </sl-popup>
    `}};X.styles=[D,gl];X.dependencies={"sl-popup":z};n([A(".dropdown")],X.prototype,"popup",2);n([A(".dropdown__trigger")],X.prototype,"trigger",2);n([A(".dropdown__panel")],X.prototype,"panel",2);n([u({type:Boolean,reflect:!0})],X.prototype,"open",2);n([u({reflect:!0})],X.prototype,"placement",2);n([u({type:Boolean,reflect:!0})],X.prototype,"disabled",2);n([u({attribute:"stay-open-on-select",type:Boolean,reflect:!0})],X.prototype,"stayOpenOnSelect",2);n([u({attribute:!1})],X.prototype,"containingElement",2);n([u({type:Number})],X.prototype,"distance",2);n([u({type:Number})],X.prototype,"skidding",2);n([u({type:Boolean})],X.prototype,"hoist",2);n([u({reflect:!0})],X.prototype,"sync",2);n([R("open",{waitUntilFirstUpdate:!0})],X.prototype,"handleOpenChange",1);ct("dropdown.show",{keyframes:[{opacity:0,scale:.9},{opacity:1,scale:1}],options:{duration:100,easing:"ease"}});ct("dropdown.hide",{keyframes:[{opacity:1,scale:1},{opacity:0,scale:.9}],options:{duration:100,easing:"ease"}})});var bl=h(()=>{Hs();X.define("sl-dropdown")});var vl=h(()=>{bl();Hs();Ns();to();me();Ne();fe();ge();be();j();Rt();W();V();F();T()});var yl,Us=h(()=>{S();yl=$`
  :host {
    display: block;
    position: relative;
    background: var(--sl-panel-background-color);
    border: solid var(--sl-panel-border-width) var(--sl-panel-border-color);
    border-radius: var(--sl-border-radius-medium);
    padding: var(--sl-spacing-x-small) 0;
    overflow: auto;
    overscroll-behavior: none;
  }

  ::slotted(sl-divider) {
    --spacing: var(--sl-spacing-x-small);
  }
`});var Vo,qs=h(()=>{Us();V();F();T();S();J();Vo=class extends E{connectedCallback(){super.connectedCallback(),this.setAttribute("role","menu")}handleClick(t){let e=["menuitem","menuitemcheckbox"],o=t.composedPath(),s=o.find(a=>{var c;return e.includes(((c=a?.getAttribute)==null?void 0:c.call(a,"role"))||"")});if(!s||o.find(a=>{var c;return((c=a?.getAttribute)==null?void 0:c.call(a,"role"))==="menu"})!==this)return;let l=s;l.type==="checkbox"&&(l.checked=!l.checked),this.emit("sl-select",{detail:{item:l}})}handleKeyDown(t){if(t.key==="Enter"||t.key===" "){let e=this.getCurrentItem();t.preventDefault(),t.stopPropagation(),e?.click()}else if(["ArrowDown","ArrowUp","Home","End"].includes(t.key)){let e=this.getAllItems(),o=this.getCurrentItem(),s=o?e.indexOf(o):0;e.length>0&&(t.preventDefault(),t.stopPropagation(),t.key==="ArrowDown"?s++:t.key==="ArrowUp"?s--:t.key==="Home"?s=0:t.key==="End"&&(s=e.length-1),s<0&&(s=e.length-1),s>e.length-1&&(s=0),this.setCurrentItem(e[s]),e[s].focus())}}handleMouseDown(t){let e=t.target;this.isMenuItem(e)&&this.setCurrentItem(e)}handleSlotChange(){let t=this.getAllItems();t.length>0&&this.setCurrentItem(t[0])}isMenuItem(t){var e;return t.tagName.toLowerCase()==="sl-menu-item"||["menuitem","menuitemcheckbox","menuitemradio"].includes((e=t.getAttribute("role"))!=null?e:"")}getAllItems(){return[...this.defaultSlot.assignedElements({flatten:!0})].filter(t=>!(t.inert||!this.isMenuItem(t)))}getCurrentItem(){return this.getAllItems().find(t=>t.getAttribute("tabindex")==="0")}setCurrentItem(t){this.getAllItems().forEach(o=>{o.setAttribute("tabindex",o===t?"0":"-1")})}render(){return v`
      <slot
        @slotchange=${this.handleSlotChange}
        @click=${this.handleClick}
        @keydown=${this.handleKeyDown}
        @mousedown=${this.handleMouseDown}
      ></slot>
    `}};Vo.styles=[D,yl];n([A("slot")],Vo.prototype,"defaultSlot",2)});var wl=h(()=>{qs();Vo.define("sl-menu")});var _l=h(()=>{wl();qs();Us();V();F();T()});var xl,Ws=h(()=>{S();xl=$`
  :host {
    --submenu-offset: -2px;

    display: block;
  }

  :host([inert]) {
    display: none;
  }

  .menu-item {
    position: relative;
    display: flex;
    align-items: stretch;
    font-family: var(--sl-font-sans);
    font-size: var(--sl-font-size-medium);
    font-weight: var(--sl-font-weight-normal);
    line-height: var(--sl-line-height-normal);
    letter-spacing: var(--sl-letter-spacing-normal);
    color: var(--sl-color-neutral-700);
    padding: var(--sl-spacing-2x-small) var(--sl-spacing-2x-small);
    transition: var(--sl-transition-fast) fill;
    user-select: none;
    -webkit-user-select: none;
    white-space: nowrap;
    cursor: pointer;
  }

  .menu-item.menu-item--disabled {
    outline: none;
    opacity: 0.5;
    cursor: not-allowed;
  }

  .menu-item.menu-item--loading {
    outline: none;
    cursor: wait;
  }

  .menu-item.menu-item--loading *:not(sl-spinner) {
    opacity: 0.5;
  }

  .menu-item--loading sl-spinner {
    --indicator-color: currentColor;
    --track-width: 1px;
    position: absolute;
    font-size: 0.75em;
    top: calc(50% - 0.5em);
    left: 0.65rem;
    opacity: 1;
  }

  .menu-item .menu-item__label {
    flex: 1 1 auto;
    display: inline-block;
    text-overflow: ellipsis;
    overflow: hidden;
  }

  .menu-item .menu-item__prefix {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
  }

  .menu-item .menu-item__prefix::slotted(*) {
    margin-inline-end: var(--sl-spacing-x-small);
  }

  .menu-item .menu-item__suffix {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
  }

  .menu-item .menu-item__suffix::slotted(*) {
    margin-inline-start: var(--sl-spacing-x-small);
  }

  /* Safe triangle */
  .menu-item--submenu-expanded::after {
    content: '';
    position: fixed;
    z-index: calc(var(--sl-z-index-dropdown) - 1);
    top: 0;
    right: 0;
    bottom: 0;
    left: 0;
    clip-path: polygon(
      var(--safe-triangle-cursor-x, 0) var(--safe-triangle-cursor-y, 0),
      var(--safe-triangle-submenu-start-x, 0) var(--safe-triangle-submenu-start-y, 0),
      var(--safe-triangle-submenu-end-x, 0) var(--safe-triangle-submenu-end-y, 0)
    );
  }

  :host(:focus-visible) {
    outline: none;
  }

  :host(:hover:not([aria-disabled='true'], :focus-visible)) .menu-item,
  .menu-item--submenu-expanded {
    background-color: var(--sl-color-neutral-100);
    color: var(--sl-color-neutral-1000);
  }

  :host(:focus-visible) .menu-item {
    outline: none;
    background-color: var(--sl-color-primary-600);
    color: var(--sl-color-neutral-0);
    opacity: 1;
  }

  .menu-item .menu-item__check,
  .menu-item .menu-item__chevron {
    flex: 0 0 auto;
    display: flex;
    align-items: center;
    justify-content: center;
    width: 1.5em;
    visibility: hidden;
  }

  .menu-item--checked .menu-item__check,
  .menu-item--has-submenu .menu-item__chevron {
    visibility: visible;
  }

  /* Add elevation and z-index to submenus */
  sl-popup::part(popup) {
    box-shadow: var(--sl-shadow-large);
    z-index: var(--sl-z-index-dropdown);
    margin-left: var(--submenu-offset);
  }

  .menu-item--rtl sl-popup::part(popup) {
    margin-left: calc(-1 * var(--submenu-offset));
  }

  @media (forced-colors: active) {
    :host(:hover:not([aria-disabled='true'])) .menu-item,
    :host(:focus-visible) .menu-item {
      outline: dashed 1px SelectedItem;
      outline-offset: -1px;
    }
  }

  ::slotted(sl-menu) {
    max-width: var(--auto-size-available-width) !important;
    max-height: var(--auto-size-available-height) !important;
  }
`});function Un(t){this._$AN!==void 0?(Fo(this),this._$AM=t,Cl(this)):this._$AM=t}function qn(t,e=!1,o=0){let s=this._$AH,r=this._$AN;if(r!==void 0&&r.size!==0)if(e)if(Array.isArray(s))for(let i=o;i<s.length;i++)ro(s[i],!1),Fo(s[i]);else s!=null&&(ro(s,!1),Fo(s));else ro(this,t)}var ro,Fo,Cl,Wn,No,kl=h(()=>{yo();ie();ie();ro=(t,e)=>{let o=t._$AN;if(o===void 0)return!1;for(let s of o)s._$AO?.(e,!1),ro(s,e);return!0},Fo=t=>{let e,o;do{if((e=t._$AM)===void 0)break;o=e._$AN,o.delete(t),t=e}while(o?.size===0)},Cl=t=>{for(let e;e=t._$AM;t=e){let o=e._$AN;if(o===void 0)e._$AN=o=new Set;else if(o.has(t))break;o.add(t),Wn(e)}};Wn=t=>{t.type==it.CHILD&&(t._$AP??=qn,t._$AQ??=Un)},No=class extends kt{constructor(){super(...arguments),this._$AN=void 0}_$AT(e,o,s){super._$AT(e,o,s),Cl(this),this.isConnected=e._$AU}_$AO(e,o=!0){e!==this.isConnected&&(this.isConnected=e,e?this.reconnected?.():this.disconnected?.()),o&&(ro(this,e),Fo(this))}setValue(e){if(vo(this._$Ct))this._$Ct._$AI(e,this);else{let o=[...this._$Ct._$AH];o[this._$Ci]=e,this._$Ct._$AI(o,this,0)}}disconnected(){}reconnected(){}}});var $l,Ks,js,Sl,Al=h(()=>{gt();kl();ie();$l=()=>new Ks,Ks=class{},js=new WeakMap,Sl=Lt(class extends No{render(t){return P}update(t,[e]){let o=e!==this.G;return o&&this.rt(void 0),(o||this.lt!==this.ct)&&(this.G=e,this.ht=t.options?.host,this.rt(this.ct=t.element)),P}rt(t){if(this.G!==void 0)if(this.isConnected||(t=void 0),typeof this.G=="function"){let e=this.ht??globalThis,o=js.get(e);o===void 0&&(o=new WeakMap,js.set(e,o)),o.get(this.G)!==void 0&&this.G.call(this.ht,void 0),o.set(this.G,t),t!==void 0&&this.G.call(this.ht,t)}else this.G.value=t}get lt(){return typeof this.G=="function"?js.get(this.ht??globalThis)?.get(this.G):this.G?.value}disconnected(){this.lt===this.ct&&this.rt(void 0)}reconnected(){this.rt(this.ct)}})});var El=h(()=>{Al()});var zl,Xs=h(()=>{El();S();zl=class{constructor(t,e){this.popupRef=$l(),this.enableSubmenuTimer=-1,this.isConnected=!1,this.isPopupConnected=!1,this.skidding=0,this.submenuOpenDelay=100,this.handleMouseMove=o=>{this.host.style.setProperty("--safe-triangle-cursor-x",`${o.clientX}px`),this.host.style.setProperty("--safe-triangle-cursor-y",`${o.clientY}px`)},this.handleMouseOver=()=>{this.hasSlotController.test("submenu")&&this.enableSubmenu()},this.handleKeyDown=o=>{switch(o.key){case"Escape":case"Tab":this.disableSubmenu();break;case"ArrowLeft":o.target!==this.host&&(o.preventDefault(),o.stopPropagation(),this.host.focus(),this.disableSubmenu());break;case"ArrowRight":case"Enter":case" ":this.handleSubmenuEntry(o);break;default:break}},this.handleClick=o=>{var s;o.target===this.host?(o.preventDefault(),o.stopPropagation()):o.target instanceof Element&&(o.target.tagName==="sl-menu-item"||(s=o.target.role)!=null&&s.startsWith("menuitem"))&&this.disableSubmenu()},this.handleFocusOut=o=>{o.relatedTarget&&o.relatedTarget instanceof Element&&this.host.contains(o.relatedTarget)||this.disableSubmenu()},this.handlePopupMouseover=o=>{o.stopPropagation()},this.handlePopupReposition=()=>{let o=this.host.renderRoot.querySelector("slot[name='submenu']"),s=o?.assignedElements({flatten:!0}).filter(d=>d.localName==="sl-menu")[0],r=getComputedStyle(this.host).direction==="rtl";if(!s)return;let{left:i,top:l,width:a,height:c}=s.getBoundingClientRect();this.host.style.setProperty("--safe-triangle-submenu-start-x",`${r?i+a:i}px`),this.host.style.setProperty("--safe-triangle-submenu-start-y",`${l}px`),this.host.style.setProperty("--safe-triangle-submenu-end-x",`${r?i+a:i}px`),this.host.style.setProperty("--safe-triangle-submenu-end-y",`${l+c}px`)},(this.host=t).addController(this),this.hasSlotController=e}hostConnected(){this.hasSlotController.test("submenu")&&!this.host.disabled&&this.addListeners()}hostDisconnected(){this.removeListeners()}hostUpdated(){this.hasSlotController.test("submenu")&&!this.host.disabled?(this.addListeners(),this.updateSkidding()):this.removeListeners()}addListeners(){this.isConnected||(this.host.addEventListener("mousemove",this.handleMouseMove),this.host.addEventListener("mouseover",this.handleMouseOver),this.host.addEventListener("keydown",this.handleKeyDown),this.host.addEventListener("click",this.handleClick),this.host.addEventListener("focusout",this.handleFocusOut),this.isConnected=!0),this.isPopupConnected||this.popupRef.value&&(this.popupRef.value.addEventListener("mouseover",this.handlePopupMouseover),this.popupRef.value.addEventListener("sl-reposition",this.handlePopupReposition),this.isPopupConnected=!0)}removeListeners(){this.isConnected&&(this.host.removeEventListener("mousemove",this.handleMouseMove),this.host.removeEventListener("mouseover",this.handleMouseOver),this.host.removeEventListener("keydown",this.handleKeyDown),this.host.removeEventListener("click",this.handleClick),this.host.removeEventListener("focusout",this.handleFocusOut),this.isConnected=!1),this.isPopupConnected&&this.popupRef.value&&(this.popupRef.value.removeEventListener("mouseover",this.handlePopupMouseover),this.popupRef.value.removeEventListener("sl-reposition",this.handlePopupReposition),this.isPopupConnected=!1)}handleSubmenuEntry(t){let e=this.host.renderRoot.querySelector("slot[name='submenu']");if(!e){console.error("Cannot activate a submenu if no corresponding menuitem can be found.",this);return}let o=null;for(let s of e.assignedElements())if(o=s.querySelectorAll("sl-menu-item, [role^='menuitem']"),o.length!==0)break;if(!(!o||o.length===0)){o[0].setAttribute("tabindex","0");for(let s=1;s!==o.length;++s)o[s].setAttribute("tabindex","-1");this.popupRef.value&&(t.preventDefault(),t.stopPropagation(),this.popupRef.value.active?o[0]instanceof HTMLElement&&o[0].focus():(this.enableSubmenu(!1),this.host.updateComplete.then(()=>{o[0]instanceof HTMLElement&&o[0].focus()}),this.host.requestUpdate()))}}setSubmenuState(t){this.popupRef.value&&this.popupRef.value.active!==t&&(this.popupRef.value.active=t,this.host.requestUpdate())}enableSubmenu(t=!0){t?(window.clearTimeout(this.enableSubmenuTimer),this.enableSubmenuTimer=window.setTimeout(()=>{this.setSubmenuState(!0)},this.submenuOpenDelay)):this.setSubmenuState(!0)}disableSubmenu(){window.clearTimeout(this.enableSubmenuTimer),this.setSubmenuState(!1)}updateSkidding(){var t;if(!((t=this.host.parentElement)!=null&&t.computedStyleMap))return;let e=this.host.parentElement.computedStyleMap(),s=["padding-top","border-top-width","margin-top"].reduce((r,i)=>{var l;let a=(l=e.get(i))!=null?l:new CSSUnitValue(0,"px"),d=(a instanceof CSSUnitValue?a:new CSSUnitValue(0,"px")).to("px");return r-d.value},0);this.skidding=s}isExpanded(){return this.popupRef.value?this.popupRef.value.active:!1}renderSubmenu(){let t=getComputedStyle(this.host).direction==="rtl";return this.isConnected?v`
      <sl-popup
        ${Sl(this.popupRef)}
        placement=${t?"left-start":"right-start"}
        anchor="anchor"
        flip
        flip-fallback-strategy="best-fit"
        skidding="${this.skidding}"
        strategy="fixed"
        auto-size="vertical"
        auto-size-padding="10"
      >
        <slot name="submenu"></slot>
      </sl-popup>
    `:v` <slot name="submenu" hidden></slot> `}}});var ot,Ys=h(()=>{Ws();Xs();me();so();lt();j();rt();W();V();F();T();at();S();J();ot=class extends E{constructor(){super(...arguments),this.localize=new q(this),this.type="normal",this.checked=!1,this.value="",this.loading=!1,this.disabled=!1,this.hasSlotController=new ht(this,"submenu"),this.submenuController=new zl(this,this.hasSlotController),this.handleHostClick=t=>{this.disabled&&(t.preventDefault(),t.stopImmediatePropagation())},this.handleMouseOver=t=>{this.focus(),t.stopPropagation()}}connectedCallback(){super.connectedCallback(),this.addEventListener("click",this.handleHostClick),this.addEventListener("mouseover",this.handleMouseOver)}disconnectedCallback(){super.disconnectedCallback(),this.removeEventListener("click",this.handleHostClick),this.removeEventListener("mouseover",this.handleMouseOver)}handleDefaultSlotChange(){let t=this.getTextLabel();if(typeof this.cachedTextLabel>"u"){this.cachedTextLabel=t;return}t!==this.cachedTextLabel&&(this.cachedTextLabel=t,this.emit("slotchange",{bubbles:!0,composed:!1,cancelable:!1}))}handleCheckedChange(){if(this.checked&&this.type!=="checkbox"){this.checked=!1,console.error('The checked attribute can only be used on menu items with type="checkbox"',this);return}this.type==="checkbox"?this.setAttribute("aria-checked",this.checked?"true":"false"):this.removeAttribute("aria-checked")}handleDisabledChange(){this.setAttribute("aria-disabled",this.disabled?"true":"false")}handleTypeChange(){this.type==="checkbox"?(this.setAttribute("role","menuitemcheckbox"),this.setAttribute("aria-checked",this.checked?"true":"false")):(this.setAttribute("role","menuitem"),this.removeAttribute("aria-checked"))}getTextLabel(){return Hi(this.defaultSlot)}isSubmenu(){return this.hasSlotController.test("submenu")}render(){let t=this.localize.dir()==="rtl",e=this.submenuController.isExpanded();return v`
      <div
        id="anchor"
        part="base"
        class=${I({"menu-item":!0,"menu-item--rtl":t,"menu-item--checked":this.checked,"menu-item--disabled":this.disabled,"menu-item--loading":this.loading,"menu-item--has-submenu":this.isSubmenu(),"menu-item--submenu-expanded":e})}
        ?aria-haspopup="${this.isSubmenu()}"
        ?aria-expanded="${!!e}"
      >
        <span part="checked-icon" class="menu-item__check">
          <sl-icon name="check" library="system" aria-hidden="true"></sl-icon>
        </span>

        <slot name="prefix" part="prefix" class="menu-item__prefix"></slot>

        <slot part="label" class="menu-item__label" @slotchange=${this.handleDefaultSlotChange}></slot>

        <slot name="suffix" part="suffix" class="menu-item__suffix"></slot>

        <span part="submenu-icon" class="menu-item__chevron">
          <sl-icon name=${t?"chevron-left":"chevron-right"} library="system" aria-hidden="true"></sl-icon>
        </span>

        ${this.submenuController.renderSubmenu()}
        ${this.loading?v` <sl-spinner part="spinner" exportparts="base:spinner__base"></sl-spinner> `:""}
      </div>
    `}};ot.styles=[D,xl];ot.dependencies={"sl-icon":U,"sl-popup":z,"sl-spinner":oo};n([A("slot:not([name])")],ot.prototype,"defaultSlot",2);n([A(".menu-item")],ot.prototype,"menuItem",2);n([u()],ot.prototype,"type",2);n([u({type:Boolean,reflect:!0})],ot.prototype,"checked",2);n([u()],ot.prototype,"value",2);n([u({type:Boolean,reflect:!0})],ot.prototype,"loading",2);n([u({type:Boolean,reflect:!0})],ot.prototype,"disabled",2);n([R("checked")],ot.prototype,"handleCheckedChange",1);n([R("disabled")],ot.prototype,"handleDisabledChange",1);n([R("type")],ot.prototype,"handleTypeChange",1)});var Ol=h(()=>{Ys();ot.define("sl-menu-item")});var Tl=h(()=>{Ol();Ys();Ws();Xs();me();Ne();so();Bo();lt();j();Rt();rt();qt();Ht();Ut();Wt();Nt();W();V();F();T()});var Ll=h(()=>{});var jn=Rl(()=>{Ki();Gi();tl();sl();dl();fl();vl();_l();Tl();Ll()});jn();})();
/*! Bundled license information:

@lit/reactive-element/css-tag.js:
  (**
   * @license
   * Copyright 2019 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

@lit/reactive-element/reactive-element.js:
lit-html/lit-html.js:
lit-element/lit-element.js:
@lit/reactive-element/decorators/custom-element.js:
@lit/reactive-element/decorators/property.js:
@lit/reactive-element/decorators/state.js:
@lit/reactive-element/decorators/event-options.js:
@lit/reactive-element/decorators/base.js:
@lit/reactive-element/decorators/query.js:
@lit/reactive-element/decorators/query-all.js:
@lit/reactive-element/decorators/query-async.js:
@lit/reactive-element/decorators/query-assigned-nodes.js:
lit-html/directive.js:
lit-html/directives/unsafe-html.js:
lit-html/async-directive.js:
  (**
   * @license
   * Copyright 2017 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

lit-html/is-server.js:
  (**
   * @license
   * Copyright 2022 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

@lit/reactive-element/decorators/query-assigned-elements.js:
  (**
   * @license
   * Copyright 2021 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

lit-html/directive-helpers.js:
lit-html/static.js:
lit-html/directives/live.js:
lit-html/directives/ref.js:
  (**
   * @license
   * Copyright 2020 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)

lit-html/directives/class-map.js:
lit-html/directives/if-defined.js:
  (**
   * @license
   * Copyright 2018 Google LLC
   * SPDX-License-Identifier: BSD-3-Clause
   *)
*/
