//! quadline's SQL functions on a cluster: Apache Ballista's scheduler and executors, which know them.
//!
//! A plan names functions; it does not carry them. So the scheduler, which reads plans, and every executor, which runs their
//! parts, register them when they start, as the client does. All of a cluster are to be of the same build.

use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::error::Result as BallistaResult;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};
use quadline_datafusion::{Broken, Functions};

/// After so many seconds without a sign of life an executor is given up, and what it had to do is done by others.
const DEAD_AFTER: u64 = 5;

fn functions() -> Functions {
    Functions::new(Broken::Null)
}

/// What a scheduler reads the plan of a client with.
fn session(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    functions().register_with(&mut state)?;
    Ok(state)
}

/// Runs a scheduler on the loopback address until it is ended.
///
/// # Errors
/// If the port is taken, or the configuration refused.
pub async fn run_scheduler(port: u16) -> BallistaResult<()> {
    let config = SchedulerConfig {
        bind_port: port,
        external_host: "127.0.0.1".into(),
        executor_timeout_seconds: DEAD_AFTER,
        expire_dead_executor_interval_seconds: 1,
        no_executors_grace_period_seconds: 60,
        override_session_builder: Some(Arc::new(session)),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, ([127, 0, 0, 1], port).into(), Arc::new(config)).await
}

/// Runs an executor on the loopback address until it is ended; `ports` are that of its results and that of its tasks. The folder
/// is made if it is not there.
///
/// # Errors
/// If a port is taken, the scheduler is not there, or the folder cannot be made.
pub async fn run_executor(
    scheduler_port: u16,
    ports: [u16; 2],
    cores: usize,
    work_dir: &str,
) -> BallistaResult<()> {
    // Without it the executor would start, and fail every task.
    std::fs::create_dir_all(work_dir)?;
    let mut registry = BallistaFunctionRegistry::default();
    let named = functions().udfs().into_iter().map(|udf| (udf.name().to_string(), Arc::new(udf)));
    registry.scalar_functions.extend(named);
    let config = ExecutorProcessConfig {
        external_host: Some("127.0.0.1".into()),
        port: ports[0],
        grpc_port: ports[1],
        scheduler_host: "127.0.0.1".into(),
        scheduler_port,
        scheduler_connect_timeout_seconds: 30,
        vcores: cores,
        work_dir: Some(work_dir.into()),
        executor_heartbeat_interval_seconds: 1,
        override_function_registry: Some(Arc::new(registry)),
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(config)).await
}

/// A session on a cluster.
///
/// # Errors
/// If the address is none.
pub async fn connect(scheduler_port: u16) -> Result<SessionContext> {
    // Ballista takes only its own functions over from a state that it is given, so they come afterwards.
    let context = SessionContext::remote(&format!("df://127.0.0.1:{scheduler_port}")).await?;
    functions().register(&context);
    Ok(context)
}

/// A session in this process.
pub fn local() -> SessionContext {
    let context = SessionContext::new();
    functions().register(&context);
    context
}

/// Runs a query over the Parquet files of a folder, which is the table `positions`; tells the result as a table.
///
/// # Errors
/// What the query says.
pub async fn query(context: &SessionContext, folder: &str, sql: &str) -> Result<String> {
    context.register_parquet("positions", folder, Default::default()).await?;
    let batches = context.sql(sql).await?.collect().await?;
    let table = datafusion::arrow::util::pretty::pretty_format_batches(&batches);
    Ok(table.map_err(|error| DataFusionError::ArrowError(Box::new(error), None))?.to_string())
}
